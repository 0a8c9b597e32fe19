import type { WinRateCardView } from '@vigia/contract';
import { formatPercent, formatPercentWithoutSign } from '#shared/lib/format.ts';
import { uiMessages } from './messages.es.ts';
import type { RulerProps } from './ruler.tsx';

const words = uiMessages.record;

/**
 * Returns the values for a {@link Ruler}. Returns null while no trade is won or lost, or if no payout is known, because
 * there is then nothing to compare.
 */
export function rulerProps({ rate, interval, break_even: breakEven, verdict }: WinRateCardView): RulerProps | null {
  if (rate === null || interval === null || breakEven === null) return null;
  return { rate, interval, breakEven, verdict };
}

/** Shows the win rate with the number of decided trades. */
export function RateText({ card, className }: { readonly card: WinRateCardView; readonly className?: string }) {
  if (card.rate === null) return <span className="text-fg-2">{words.undecided}</span>;
  return (
    <span className="whitespace-nowrap">
      <b className={className}>{formatPercent(card.rate)}</b>{' '}
      <span className="text-12 text-fg-2">{uiMessages.ruler.of(card.won, card.decided)}</span>
    </span>
  );
}

export const intervalText = ({ interval }: RulerProps): string =>
  uiMessages.ruler.interval(formatPercentWithoutSign(interval.low), formatPercentWithoutSign(interval.high));
