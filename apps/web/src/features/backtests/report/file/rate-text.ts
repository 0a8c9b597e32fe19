import type { WinRateCardView } from '@vigia/contract';
import { formatPercent } from '#shared/lib/format.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { intervalText } from '#shared/ui/rate.tsx';
import { rulerWithoutVerdict } from '../../model/without-verdict.ts';

const { record, ruler: words } = uiMessages;

/** Returns a win rate with count, interval, break-even and, if it has one, its verdict in one line. */
export function rateText(card: WinRateCardView): string {
  const ruler = rulerWithoutVerdict(card);
  if (ruler === null) return record.undecided;
  const parts = [
    `${formatPercent(ruler.rate)} (${words.of(card.won, card.decided)})`,
    intervalText(ruler),
    words.breakEven(formatPercent(ruler.breakEven)),
    ...(card.verdict === null ? [] : [words[card.verdict]]),
  ];
  return parts.join(' · ');
}
