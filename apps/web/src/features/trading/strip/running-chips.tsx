import type { Option } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatCountdown, formatNarrowSignedMoney, formatSignedMoney } from '#shared/lib/format.ts';
import { DIRECTION_MARK } from '#shared/ui/direction.tsx';
import { useTradeDetail } from '../detail/detail-store.ts';
import { usePriceProblem } from '../orders/use-order-block.ts';
import { tradesMessages } from '../trades/messages.es.ts';
import { type TimeLeft, useTimeLeft } from '../trades/time-left.tsx';
import { useCurrentOutcome } from '../trades/use-current-outcome.ts';
import { stripMessages as words } from './messages.es.ts';

const NOTHING = '—';
const TONE = { won: 'text-call', lost: 'text-put', tie: 'text-fg-2' } as const;

const WIDTHS = { 2: 'auto-cols-[calc((100%-6px)/2)]', 3: 'auto-cols-[calc((100%-12px)/3)]' } as const;

/** Height of a chip. In a narrow strip, countdown and amount do not fit side by side and have a line each. */
export const CHIP_HEIGHT = 'h-11 @max-[296px]/strip:h-14';

type RunningChipsProps = {
  readonly trades: readonly Option[];
  /** How many trades fit side by side. */
  readonly fitting?: keyof typeof WIDTHS;
};

/** Lists the open trades side by side, the next to end first. Further ones than those that fit scroll. */
export const RunningChips = ({ trades, fitting = 3 }: RunningChipsProps) => (
  <ul
    aria-label={words.running}
    className={cn('grid shrink-0 grid-flow-col gap-1.5 overflow-x-auto [scrollbar-width:none]', WIDTHS[fitting])}
  >
    {trades.toSorted(nextToEndFirst).map((trade) => (
      <li key={trade.id} className="min-w-0">
        <RunningChip trade={trade} />
      </li>
    ))}
  </ul>
);

const nextToEndFirst = (a: Option, b: Option): number => Date.parse(a.expiry_time) - Date.parse(b.expiry_time);

/** Shows an open trade, its countdown and its profit or loss at the current price. Opens the trade. */
function RunningChip({ trade }: { readonly trade: Option }) {
  const { asset_symbol: symbol, option_type: direction, currency } = trade;
  const open = useTradeDetail((detail) => detail.open);
  const time = leftText(useTimeLeft(trade));
  const { standing } = useCurrentOutcome(trade);
  const unsure = usePriceProblem(symbol) !== null;
  const profit = standing?.profit ?? null;
  const amount = profit === null ? null : formatSignedMoney(profit, currency);
  const spoken = standing ? [words.standing[standing.outcome], amount].filter(Boolean).join(' ') : words.unknown;
  return (
    <button
      type="button"
      aria-label={words.chip(symbol, direction, time.spoken, spoken)}
      onClick={() => open(trade)}
      className={cn(
        CHIP_HEIGHT,
        'grid w-full grid-cols-1 content-center rounded-control border border-line bg-raised px-1 text-left text-12 leading-4 transition hover:bg-hover focus-visible:-outline-offset-2',
      )}
    >
      <span className="flex justify-between gap-1">
        <b className="truncate">{symbol}</b>
        <span className={direction === 'CALL' ? 'text-call' : 'text-put'}>{DIRECTION_MARK[direction]}</span>
      </span>
      <span className="flex justify-between gap-0.5 @max-[296px]/strip:grid tracking-tight whitespace-nowrap tabular-nums">
        <span className="text-fg-2">{time.shown}</span>
        <span
          className={cn(
            'truncate font-semibold group-data-quiet/main:opacity-60',
            standing ? TONE[standing.outcome] : 'text-fg-3',
            unsure && 'opacity-60',
          )}
        >
          {profit === null ? NOTHING : formatNarrowSignedMoney(profit, currency)}
        </span>
      </span>
    </button>
  );
}

/** Returns the countdown, or the event for which the trade waits, as it is shown and as it is read aloud. */
function leftText(left: TimeLeft): { readonly shown: string; readonly spoken: string } {
  const trades = tradesMessages;
  const same = (text: string) => ({ shown: text, spoken: text });
  switch (left.kind) {
    case 'running': {
      const shown = formatCountdown(left.leftMs);
      return { shown, spoken: words.left(shown) };
    }
    case 'ticking':
      return left.passed === null ? same(NOTHING) : same(`${left.passed}/${left.total}`);
    case 'settling':
      return same(trades.settling);
    case 'sending':
    case 'priceless':
      return same(trades.sending);
    case 'unknown':
      return { shown: '?', spoken: trades.unknown };
  }
}
