import type { Verdict } from '@vigia/core/vocabulary';
import { cva } from 'class-variance-authority';
import { Hourglass, type LucideIcon, Scale, TrendingDown, TrendingUp } from 'lucide-react';
import { cn } from '#shared/lib/cn.ts';
import { formatPercent } from '#shared/lib/format.ts';
import { uiMessages } from './messages.es.ts';

const toneClass = cva('', {
  variants: {
    verdict: {
      above: 'text-ok',
      below: 'text-warn',
      indistinguishable: 'text-fg-2',
      short_sample: 'text-fg-3',
    } satisfies Record<Verdict, string>,
  },
});

const ICONS: Readonly<Record<Verdict, LucideIcon>> = {
  above: TrendingUp,
  below: TrendingDown,
  indistinguishable: Scale,
  short_sample: Hourglass,
};

/** `breakEven` names the break-even rate, and `breakEvenOf` says to which payout it belongs. */
export type BreakEvenWords = { readonly breakEven: (rate: string) => string; readonly breakEvenOf: string };

/** The values of a ruler. All are fractions: 0.525 is 52.5 %. */
export type RulerProps = {
  readonly rate: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly breakEven: number;
  /** Null if the trades were selected by a filter: such a selection has no verdict. */
  readonly verdict: Verdict | null;
  /** Words of the break-even rate. Without them it is the rate at the average payout of the trades. */
  readonly words?: BreakEvenWords;
};

/**
 * Draws the win rate, its 95 % interval and the break-even rate on one scale. The app shows no win rate without this
 * ruler.
 */
export function Ruler({ rate, interval, breakEven, verdict, words = uiMessages.ruler }: RulerProps) {
  const place = scaleFor(rate, interval.low, interval.high, breakEven);
  const spoken = uiMessages.ruler.spoken(
    formatPercent(rate),
    formatPercent(interval.low),
    formatPercent(interval.high),
    formatPercent(breakEven),
  );
  return (
    <div
      role="img"
      aria-label={spoken}
      className={cn('relative h-[34px]', verdict === null ? 'text-fg-2' : toneClass({ verdict }))}
    >
      <i className="absolute inset-x-0 top-2 h-0.5 rounded-pill bg-line-strong" />
      <i
        className="absolute top-[5px] h-2 rounded-pill bg-current/34 ring-1 ring-current/70 ring-inset"
        style={{ left: place(interval.low), right: `calc(100% - ${place(interval.high)})` }}
      />
      <i
        className="absolute top-[3px] -ml-1.5 size-3 rounded-pill border-2 border-surface bg-current"
        style={{ left: place(rate) }}
      />
      <i className="absolute top-0 -ml-px h-[18px] w-0.5 bg-fg-1" style={{ left: place(breakEven) }} />
      <span
        className="absolute top-[19px] -translate-x-1/2 text-12 whitespace-nowrap text-fg-3"
        style={{ left: place(breakEven) }}
        title={words.breakEvenOf}
      >
        {words.breakEven(formatPercent(breakEven))}
      </span>
    </div>
  );
}

/** Shows the verdict as text and icon, or that a selection has none. */
export function VerdictText({ verdict }: { readonly verdict: Verdict | null }) {
  if (verdict === null) return <span className="text-12 text-fg-3">{uiMessages.ruler.selected}</span>;
  const Icon = ICONS[verdict];
  return (
    <span
      className={cn('inline-flex items-center gap-1.5 text-12 font-medium whitespace-nowrap', toneClass({ verdict }))}
    >
      <Icon size={14} aria-hidden />
      {uiMessages.ruler[verdict]}
    </span>
  );
}

/**
 * Returns a function that converts a value to its position on the scale. The scale covers 30 to 80 %, which includes
 * most rates. If a value lies outside this range, the scale covers 0 to 100 %.
 */
function scaleFor(...values: number[]): (value: number) => string {
  const [from, to] = Math.min(...values) >= 0.3 && Math.max(...values) <= 0.8 ? [0.3, 0.8] : [0, 1];
  return (value) => `${(((value - from) / (to - from)) * 100).toFixed(2)}%`;
}
