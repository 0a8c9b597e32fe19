import { formatLength } from '@vigia/core/trades';
import type { Direction } from '@vigia/core/vocabulary';
import { LoaderCircle } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney, formatPayout } from '#shared/lib/format.ts';
import { useOrderKeys } from '#shared/lib/order-keys.ts';
import { DIRECTION_MARK } from '#shared/ui/direction.tsx';
import { tradingMessages } from '../messages.es.ts';
import { HOTKEYS } from '../orders/hotkey-names.ts';
import { orderBlockText } from '../orders/order-block.ts';
import { type OrderState, useOrderState } from '../orders/order-store.ts';
import { useAgreedPayout } from '../orders/use-agreed-payout.ts';
import type { Ticket } from './use-ticket.ts';

const words = tradingMessages.ticket;

const BUTTON =
  'relative grid h-(--h-trade) min-w-0 content-center rounded-card px-3 text-left transition enabled:hover:brightness-110 enabled:active:brightness-90 disabled:cursor-not-allowed max-md:h-14';
const LIVE = { CALL: 'bg-call-fill text-on-fill', PUT: 'bg-put-fill text-on-fill' } as const;
/** A dimmed button loses its fill instead of its contrast, because its text says why no order is possible. */
const DIMMED = { CALL: 'bg-call-tint text-call', PUT: 'bg-put-tint text-put' } as const;

type Figures = Pick<Ticket, 'odds' | 'currency' | 'payout' | 'block' | 'entry' | 'length' | 'durationFault' | 'order'>;

/** Renders the two buttons that place an order. */
export const TradeButtons = ({ ticket }: { readonly ticket: Figures }) => (
  <div className="grid grid-cols-2 gap-2.5">
    <TradeButton direction="CALL" ticket={ticket} />
    <TradeButton direction="PUT" ticket={ticket} />
  </div>
);

type TradeButtonProps = {
  readonly direction: Direction;
  readonly ticket: Figures;
  /** Whether keys can send the order, so that the button names them. */
  readonly hasKeys?: boolean;
};

export function TradeButton({ direction, ticket, hasKeys = true }: TradeButtonProps) {
  const order = useOrderState();
  const sendsThis = sendsFromHere(order, direction);
  const isClosed = ticket.block !== null || ticket.odds === null || ticket.durationFault;
  const isDimmed = isClosed || (order.kind === 'sending' && !sendsThis);
  const agreed = useAgreedPayout(ticket.payout.ratio);
  const keys = useOrderKeys(({ offered }) => (offered && hasKeys ? HOTKEYS[direction] : null));
  return (
    <button
      type="button"
      className={cn(BUTTON, (isDimmed ? DIMMED : LIVE)[direction])}
      disabled={isClosed || order.kind === 'sending'}
      aria-busy={sendsThis || undefined}
      aria-keyshortcuts={keys?.spoken}
      {...agreed.marks}
      onClick={() => ticket.order(direction, agreed.take())}
    >
      <span className="flex items-center gap-1.5 truncate text-16 font-semibold">
        {sendsThis ? (
          <>
            <LoaderCircle size={16} className="animate-spin" aria-hidden />
            {words.sending}
          </>
        ) : (
          <>
            {direction} <span aria-hidden>{DIRECTION_MARK[direction]}</span>
          </>
        )}
      </span>
      <span className="line-clamp-2 text-12 leading-4 font-medium">
        <Subline direction={direction} ticket={ticket} order={order} />
      </span>
      {keys && (
        <kbd
          className={cn(
            'absolute top-2 right-2 min-w-5 rounded-chip border border-current/34 px-1 text-center [font-family:inherit] text-12 font-medium max-md:hidden',
            !isDimmed && 'bg-scrim/40',
          )}
          aria-hidden
        >
          {keys.shown}
        </kbd>
      )}
    </button>
  );
}

/** Returns whether this button sends the order in flight. An order that repeats a trade has a button of its own. */
const sendsFromHere = (order: OrderState, direction: Direction): boolean =>
  order.kind === 'sending' && order.direction === direction && order.repeats === undefined;

/** Longest profit text, in characters, that fits next to the payout, such as `$850.00`. */
const SHORT_PROFIT = 7;

type SublineProps = { readonly direction: Direction; readonly ticket: Figures; readonly order: OrderState };

/** Shows the possible profit, the state of the order in flight, or why no order is possible. */
function Subline({ direction, ticket, order }: SublineProps) {
  const { block, entry, odds, currency, payout, length, durationFault } = ticket;
  if (sendsFromHere(order, direction) && odds) {
    return words.order(direction, formatMoney(odds.stake, currency), formatLength(length));
  }
  if (block) return orderBlockText(block);
  if (entry.kind === 'fault') return words.checkAmount;
  if (durationFault) return words.checkDuration;
  if (!odds || payout.ratio === null) return payout.failure ? words.payoutUnknown : words.noPayout;
  const profit = formatMoney(odds.profit, currency);
  // If the amount is long, there is no room for the payout. The header of the order form shows the payout too.
  const isLong = profit.length > SHORT_PROFIT || profit.endsWith(currency);
  return (
    <>
      {words.win(profit)}
      <span className={isLong ? 'hidden max-md:inline' : 'max-lg:hidden max-md:inline'}>
        {` · ${formatPayout(payout.ratio)}`}
      </span>
    </>
  );
}
