import type { LiveCardView } from '@vigia/contract';
import { formatPercent } from '#shared/lib/format.ts';
import { EvidenceNote } from '#shared/ui/evidence-note.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { intervalText, rulerProps } from '#shared/ui/rate.tsx';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { pcrMessages } from '../messages.es.ts';

/**
 * Shows a win rate with count, ruler, interval and verdict. Without decided signals, shows a text of the same height.
 */
export function SetupWinRate({ card }: { readonly card: LiveCardView }) {
  const ruler = rulerProps(card);
  if (!ruler) {
    return (
      <div className="grid min-h-[98px] content-center gap-1">
        <span className="text-16 font-semibold text-fg-2">{pcrMessages.card.undecided}</span>
        <span className="text-12 text-fg-3">{pcrMessages.card.undecidedText}</span>
      </div>
    );
  }
  return (
    <div className="grid min-h-[98px] content-start gap-1">
      <p className="flex items-baseline gap-2">
        <b className="text-28 tracking-tight">{formatPercent(ruler.rate)}</b>
        <span className="text-13 text-fg-2">{uiMessages.ruler.of(card.won, card.decided)}</span>
        <span className="ml-auto text-12 whitespace-nowrap text-fg-3">{intervalText(ruler)}</span>
      </p>
      <VerdictText verdict={ruler.verdict} />
      <Ruler {...ruler} />
      <EvidenceNote evidence={card.evidence} />
    </div>
  );
}
