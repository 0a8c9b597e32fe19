import type { BacktestJudgementView } from '@vigia/contract';
import { Gavel } from 'lucide-react';
import { formatCount, formatPercent } from '#shared/lib/format.ts';
import { VerdictText } from '#shared/ui/ruler.tsx';
import { backtestMessages } from '../messages.es.ts';
import { luckInWords } from '../model/odds-words.ts';

const words = backtestMessages.judgement;

type JudgementProps = {
  /** Null for a test of an earlier version. */
  readonly judgement: BacktestJudgementView | null;
  /** Whether the test has several variants or cells, of which the best counts. */
  readonly isChoice: boolean;
  /** More sentences to show below the verdict. */
  readonly notes?: readonly string[];
};

/** Shows the verdict of a test, corrected for all tries on its data, and the unspent budget of these data. */
export function Judgement({ judgement, isChoice, notes = [] }: JudgementProps) {
  if (judgement === null) return <p className="text-13 text-fg-2">{words.old}</p>;
  const { verdict } = judgement;
  if (verdict === null) return null;
  const sentences = [
    (isChoice ? words.choice : words.single)[verdict],
    ...luckInWords(judgement, isChoice),
    ...notes,
    ...(verdict === 'above' ? [words.confirm] : []),
  ];
  return (
    <section
      aria-label={words.title}
      className="grid gap-3 rounded-control border border-line-strong bg-surface p-4 max-md:p-3"
    >
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 font-semibold">
        <Gavel size={16} className="shrink-0 text-accent" aria-hidden />
        {words.title}
        <VerdictText verdict={verdict} />
      </h3>
      <div className="grid gap-1 text-13 text-fg-2">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <Budget judgement={judgement} />
    </section>
  );
}

/** Shows how much of the budget of the data is left, as a bar and in words. */
function Budget({ judgement: { level, spent, tries } }: { readonly judgement: BacktestJudgementView }) {
  const left = Math.max(0, level - spent);
  const [leftText, levelText] = [formatPercent(left), formatPercent(level)];
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-12 text-fg-3">
        <span>{words.budget}</span>
        <span className="text-fg-2">{words.left(leftText, levelText)}</span>
      </p>
      <div
        role="img"
        aria-label={words.spoken(leftText, levelText)}
        className="h-1.5 overflow-hidden rounded-pill bg-line-strong"
      >
        <i className="block h-full rounded-pill bg-accent" style={{ width: `${((left / level) * 100).toFixed(1)}%` }} />
      </div>
      <p className="text-12 text-fg-3">{words.about(formatCount(tries), levelText)}</p>
    </div>
  );
}
