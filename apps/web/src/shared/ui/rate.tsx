import type { WinRateCardView } from '@vigia/contract';
import { formatPercent, formatPercentDigits } from '#shared/lib/format.ts';
import { uiMessages } from './messages.es.ts';
import type { RulerProps } from './ruler.tsx';

const words = uiMessages.record;

/** A card that has a rate has all the rest of it; null while nothing is decided. */
export function rulerOf({ rate, interval, break_even: breakEven, verdict }: WinRateCardView): RulerProps | null {
  if (rate === null || interval === null || breakEven === null || verdict === null) return null;
  return { rate, interval, breakEven, verdict };
}

/** The rate with what it was counted from. */
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
  uiMessages.ruler.interval(formatPercentDigits(interval.low), formatPercentDigits(interval.high));
