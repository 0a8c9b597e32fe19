import type { WinRateCardView } from '@vigia/contract';
import { formatPercent } from '#shared/lib/format.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { intervalText } from '#shared/ui/rate.tsx';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { rulerWithoutVerdict } from '../model/without-verdict.ts';

/** Shows the win rate with trade count, interval and break-even rate, and its verdict if the card has one. */
export function WinRateHeadline({ card }: { readonly card: WinRateCardView }) {
  const ruler = rulerWithoutVerdict(card);
  if (ruler === null) return <p className="text-16 font-semibold">{uiMessages.record.undecided}</p>;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b className="text-28 tracking-tight">{formatPercent(ruler.rate)}</b>
        <span className="text-14 text-fg-2">{uiMessages.ruler.of(card.won, card.decided)}</span>
        {card.verdict !== null && <VerdictText verdict={card.verdict} />}
      </p>
      <Ruler {...ruler} />
      <p className="text-12 text-fg-3">{intervalText(ruler)}</p>
    </div>
  );
}
