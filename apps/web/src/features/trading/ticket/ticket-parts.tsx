import { Link } from '@tanstack/react-router';
import type { Asset, TradingStats } from '@vigia/contract';
import { accountText, PAPER_ACCOUNT } from '#shared/lib/account-name.ts';
import { isBrokerFailure } from '#shared/lib/assets.ts';
import { brokerName } from '#shared/lib/broker-name.ts';
import { useChosenAccount } from '#shared/lib/chosen-account.ts';
import { formatPayout } from '#shared/lib/format.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { PATHS } from '#shared/lib/paths.ts';
import { useShownSource } from '#shared/lib/price-feed.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { TextButton } from '#shared/ui/text-button.tsx';
import { tradingMessages } from '../messages.es.ts';
import { useOrderState } from '../orders/order-store.ts';
import type { Ticket } from './use-ticket.ts';

const words = tradingMessages.ticket;

/** Shows the symbol and the payout. */
export function TicketHeader({ ticket }: { readonly ticket: Ticket }) {
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
  const { data: account = PAPER_ACCOUNT } = useChosenAccount();
  const shown = useShownSource();
  if (account.kind === 'mock' || shown === null || shown === account.broker) return null;
  return <p className="text-12 text-warn">{words.otherPrices(brokerName(account.broker))}</p>;
}

/** Explains why the payout is unknown. If the broker is the cause, links to the broker connections. */
export const PayoutProblem = ({ failure }: { readonly failure: Error }) => (
  <p role="status" className="min-h-8 text-12 text-warn max-lg:min-h-12 max-md:min-h-8">
    {problemOf(failure)}{' '}
    {isBrokerFailure(failure) && (
      <Link to={PATHS.connections} className="text-accent underline">
        {words.toConnections}
      </Link>
    )}
  </p>
);

/** Shows the verdict on the win rate of the user's trades in one sentence. */
export function WinRateVerdictLine({ stats }: { readonly stats: TradingStats | undefined }) {
  const text = stats && tradingMessages.verdict[stats.card.verdict ?? 'none'];
  return <p className="min-h-4 text-12 text-fg-2 max-lg:min-h-8 max-md:min-h-4">{text}</p>;
}

/** Explains why trading is blocked although prices arrive. The button label has no room for the explanation. */
export const UnreliablePriceText = () => (
  <p role="status" className="min-h-8 text-12 text-warn max-lg:min-h-12 max-md:min-h-8">
    {tradingMessages.blocks.unreliableText}
  </p>
);

/** Shows why the last click opened no trade. Its code loads with the first refusal. */
export function OrderNotice({ ticket }: { readonly ticket: Ticket }) {
  return useOrderState().kind === 'refused' && <Refusal ticket={ticket} />;
}

const Refusal = lazyComponent(async () => (await import('./order-notice.tsx')).OrderNotice);
