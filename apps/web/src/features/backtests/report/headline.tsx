import type { WinRateCardView } from '@vigia/contract';
import { formatPercent } from '#shared/lib/format.ts';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { intervalText, rulerProps } from '#shared/ui/rate.tsx';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { backtestMessages } from '../messages.es.ts';
import { type Luck, luckInWords } from '../model/odds-words.ts';

type HeadlineProps = {
  readonly card: WinRateCardView;
  /** p-value of the result, uncorrected and corrected for the number of variants. Null if no trade is won or lost. */
  readonly luck: Luck | null;
};

/** Shows the win rate with trade count, interval and break-even rate, and its p-value. */
export function Headline({ card, luck }: HeadlineProps) {
  const ruler = rulerProps(card);
  if (ruler === null) return <p className="text-16 font-semibold">{uiMessages.record.undecided}</p>;
  return (
    <div className="grid grid-cols-2 gap-x-8 gap-y-4 max-md:grid-cols-1">
      <div className="grid content-start gap-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <b className="text-28 tracking-tight">{formatPercent(ruler.rate)}</b>
          <span className="text-14 text-fg-2">{uiMessages.ruler.of(card.won, card.decided)}</span>
          <VerdictText verdict={ruler.verdict} />
        </p>
        <Ruler {...ruler} />
        <p className="text-12 text-fg-3">{intervalText(ruler)}</p>
      </div>
      {luck && (
        <div className="grid content-start gap-1 text-13 text-fg-2">
          <h4 className="text-12 font-medium text-fg-3">{backtestMessages.report.luck}</h4>
          {luckInWords(luck).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </div>
  );
}
