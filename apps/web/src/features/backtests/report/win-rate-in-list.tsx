import type { WinRateCardView } from '@vigia/contract';
import { formatPercent } from '#shared/lib/format.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { intervalText, RateText } from '#shared/ui/rate.tsx';
import { VerdictText } from '#shared/ui/ruler.tsx';
import { rulerWithoutVerdict } from '../model/without-verdict.ts';

/** Shows a win rate in a list: trade count, interval, break-even rate, and its verdict if it has one. */
export function WinRateInList({ card }: { readonly card: WinRateCardView }) {
  const ruler = rulerWithoutVerdict(card);
  return (
    <div className="grid py-2">
      <RateText card={card} />
      {ruler && (
        <>
          <span className="text-12 whitespace-nowrap text-fg-3">
            {`${intervalText(ruler)} · ${uiMessages.ruler.breakEven(formatPercent(ruler.breakEven))}`}
          </span>
          {card.verdict !== null && <VerdictText verdict={card.verdict} />}
        </>
      )}
    </div>
  );
}
