import { Link } from '@tanstack/react-router';
import type { Asset, CreateOption, TradingStats } from '@vigia/contract';
import { formatMinor } from '@vigia/core/money';
import { isSameLength, lengthIn } from '@vigia/core/trades';
import type { Direction } from '@vigia/core/vocabulary';
import { CircleAlert, X } from 'lucide-react';
import { accountText, PAPER } from '#shared/lib/account-name.ts';
import { isOfBroker } from '#shared/lib/assets.ts';
import { brokerName } from '#shared/lib/broker-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { formatPayout } from '#shared/lib/format.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useShownSource } from '#shared/lib/price-feed.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { tradingMessages } from '../messages.es.ts';
import { useOrderState, useOrders } from '../orders/order-store.ts';
import type { Ticket } from './use-ticket.ts';

const words = tradingMessages.ticket;

/** Shows the symbol and the payout. */
export function TicketHead({ ticket }: { readonly ticket: Ticket }) {
  const { symbol, asset, payout } = ticket;
  const text = payout.ratio !== null ? words.payout(formatPayout(payout.ratio)) : payoutless(payout.failure !== null);
  return (
    <div className="grid gap-0.5">
      <div className="flex items-center justify-between gap-2">
        <h2 className="min-w-0 truncate text-16 leading-6">
          {symbol}{' '}
          {asset && <span className="text-12 font-normal text-fg-3">{tradingMessages.assetTypes[asset.type]}</span>}
        </h2>
        <Badge tone={payout.failure ? 'warn' : 'accent'}>{text}</Badge>
      </div>
      <AccountLine onEqualPrices={asset?.on_equal_prices} />
    </div>
  );
}

/**
 * Shows the account that receives the order, and the result on this account if the closing price equals the entry
 * price.
 */
function AccountLine({ onEqualPrices }: { readonly onEqualPrices: Asset['on_equal_prices'] | undefined }) {
  const { data: account } = useChosenAccount();
  const openModal = useUi((ui) => ui.openModal);
  if (!account) return null;
  return (
    <p className="flex flex-wrap gap-x-1.5 text-12 text-fg-3">
      <TextButton aria-haspopup="dialog" onClick={() => openModal('account')}>
        {words.account(accountText(account))}
      </TextButton>
      {onEqualPrices && <span>{words.onEqualPrices[onEqualPrices]}</span>}
    </p>
  );
}

const payoutless = (failed: boolean): string => (failed ? words.payoutUnknown : words.payoutLoading);

/** Warns, before the click, that the price on the screen is not the price that decides the trade. */
export function OtherPricesNote() {
  const { data: account = PAPER } = useChosenAccount();
  const shown = useShownSource();
  if (account.kind === 'mock' || shown === null || shown === account.broker) return null;
  return <p className="text-12 text-warn">{words.otherPrices(brokerName(account.broker))}</p>;
}

/** Explains why the payout is unknown. If the broker is the cause, links to the broker connections. */
export const PayoutProblem = ({ failure }: { readonly failure: Error }) => (
  <p role="status" className="min-h-8 text-12 text-warn max-lg:min-h-12 max-md:min-h-8">
    {problemOf(failure)}{' '}
    {isOfBroker(failure) && (
      <Link to={PATHS.connections} className="text-accent underline">
        {words.toConnections}
      </Link>
    )}
  </p>
);

/** Shows the verdict on the win rate of the user's trades in one sentence. */
export function VerdictLine({ stats }: { readonly stats: TradingStats | undefined }) {
  const text = stats && tradingMessages.verdict[stats.card.verdict ?? 'none'];
  return <p className="min-h-4 text-12 text-fg-2 max-lg:min-h-8 max-md:min-h-4">{text}</p>;
}

/** Explains why trading is blocked although prices arrive. The button label has no room for the explanation. */
export const UnreliableText = () => (
  <p role="status" className="min-h-8 text-12 text-warn max-lg:min-h-12 max-md:min-h-8">
    {tradingMessages.blocks.unreliableText}
  </p>
);

/** Shows why the last click opened no trade. The text disappears when the user changes the amount or the duration. */
export function OrderNotice({ ticket }: { readonly ticket: Ticket }) {
  const order = useOrderState();
  const { setState } = useOrders();
  if (order.kind !== 'refused' || !isAbout(order.order, ticket)) return null;
  return (
    <div role="alert" className="flex gap-2.5 rounded-control bg-error-tint px-3 py-2.5 text-13 text-fg-1">
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-error" aria-hidden />
      <div className="min-w-0 grow">
        {order.message}
        {order.code === 'payout_changed' && <AcceptPayout ticket={ticket} direction={order.order.option_type} />}
      </div>
      <button
        type="button"
        className="-m-1 shrink-0 self-start rounded-chip p-1 text-fg-2 hover:text-fg-1"
        aria-label={words.dismiss}
        onClick={() => setState({ kind: 'idle' })}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}

type AcceptPayoutProps = { readonly ticket: Ticket; readonly direction: Direction };

/**
 * Renders the button that places the order again at the current payout. It is disabled until the current payout is
 * known.
 */
function AcceptPayout({ ticket, direction }: AcceptPayoutProps) {
  const { ratio, asking } = ticket.payout;
  const known = ratio !== null && !asking;
  return (
    <Button size="sm" className="mt-2 flex" disabled={!known} onClick={() => ticket.order(direction, ratio)}>
      {known ? tradingMessages.orders.acceptPayout(direction, formatPayout(ratio)) : words.payoutLoading}
    </Button>
  );
}

const isAbout = (order: CreateOption, { symbol, currency, length, entry }: Ticket): boolean =>
  order.asset_symbol === symbol &&
  isSameLength(lengthIn(order), length) &&
  entry.kind === 'amount' &&
  order.amount === formatMinor(entry.amountMinor, currency);
