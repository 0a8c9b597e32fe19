import type { WinRateCardView } from '@vigia/contract';
import { formatPercent, formatPercentWithoutSign } from '#shared/lib/format.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { intervalText, rulerProps } from '#shared/ui/rate.tsx';

const { record, ruler: words } = uiMessages;

/** Returns a win rate with count, interval, break-even and verdict in one line. */
export function rateText(card: WinRateCardView): string {
  const ruler = rulerProps(card);
  if (ruler === null) return record.undecided;
  const parts = [
    `${formatPercent(ruler.rate)} (${words.of(card.won, card.decided)})`,
    intervalText(ruler),
    words.breakEven(formatPercentWithoutSign(ruler.breakEven)),
    words[ruler.verdict],
  ];
  return parts.join(' · ');
}
