import type { BacktestJudgementView, SweepReport as SweepReportView } from '@vigia/contract';
import { Scale, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatDay, formatDecimal } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Note } from '#shared/ui/note.tsx';
import { backtestMessages } from '../messages.es.ts';
import { WinRateHeadline } from '../report/headline.tsx';
import { Judgement } from '../report/judgement.tsx';
import { SimulatedHistoryNote } from '../report/simulated-note.tsx';
import { WinRateInList } from '../report/win-rate-in-list.tsx';
import type { SweepNumber } from '../target.ts';
import { type SweepRow, SweepRows } from './sweep-rows.tsx';

const words = backtestMessages.sweep;
const { columns } = words;
const BEST_SHOWN = 5;
const panelClass = 'min-w-0 rounded-control border border-line bg-surface';

type SweepReportProps = {
  readonly sweep: SweepReportView;
  /** Null for a test of an earlier version. */
  readonly judgement: BacktestJudgementView | null;
  readonly numbers: readonly SweepNumber[];
};

/**
 * Shows the verdict of a sweep and its out-of-sample result first. Below it follows the best in-sample variant,
 * labelled as such.
 */
export function SweepReport({ sweep, judgement, numbers }: SweepReportProps) {
  const inWords = (values: Readonly<Record<string, number>>): string =>
    Object.entries(values)
      .map(([path, value]) => `${numbers.find((each) => each.path === path)?.label ?? path} ${formatDecimal(value)}`)
      .join(' · ');
  return (
    <section aria-label={backtestMessages.report.label} className="grid min-w-0 gap-4">
      {sweep.source === 'simulated' && <SimulatedHistoryNote />}
      <Judgement judgement={judgement} isChoice notes={strongestNote(sweep, inWords)} />
      <Judged sweep={sweep} />
      <WalkForward sweep={sweep} inWords={inWords} />
      <Best sweep={sweep} inWords={inWords} />
    </section>
  );
}

type PartProps = {
  readonly sweep: SweepReportView;
  readonly inWords: (values: Readonly<Record<string, number>>) => string;
};

/** Names the variant that the verdict is about. */
const strongestNote = ({ strongest }: SweepReportView, inWords: PartProps['inWords']): readonly string[] =>
  strongest === null ? [] : [backtestMessages.judgement.strongest(inWords(strongest.values))];

function Judged({ sweep }: Pick<SweepReportProps, 'sweep'>) {
  const { judged, judged_profit: profit, walk_forward: folds } = sweep;
  return (
    <div className="grid gap-3 rounded-control border border-line-strong bg-surface p-4 max-md:p-3">
      <h3 className="flex items-center gap-2 text-14 font-semibold">
        <Scale size={16} className="shrink-0 text-accent" aria-hidden />
        {words.judged}
      </h3>
      {judged.decided === 0 ? (
        <p className="text-13 text-fg-2">{words.judgedNone}</p>
      ) : (
        <WinRateHeadline card={judged} />
      )}
      <p className="text-12 text-fg-3">
        {words.judgedText(folds.length)}{' '}
        <Money currency={sweep.currency} amount={profit} kind="result" className="font-semibold" />
      </p>
    </div>
  );
}

const period = (from: string, to: string): string => `${formatDay(from)} – ${formatDay(to)}`;

function WalkForward({ sweep, inWords }: PartProps) {
  const rows = sweep.walk_forward.map(
    ({ from, to, values, chosen_on: chosen, judged_on: judged, profit }): SweepRow => ({
      key: from,
      name: period(from, to),
      note: inWords(values),
      rates: [
        { label: columns.chosen, rate: <WinRateInList card={chosen} /> },
        { label: columns.judged, rate: <WinRateInList card={judged} /> },
      ],
      profit,
      currency: sweep.currency,
    }),
  );
  return (
    <div className={panelClass}>
      <h3 className="px-4 pt-3 text-13 font-medium text-fg-2">{words.walk}</h3>
      <SweepRows label={words.walk} heading={columns.period} rows={rows} />
    </div>
  );
}

function Best({ sweep, inWords }: PartProps) {
  const [all, setAll] = useState(false);
  const shown = all ? sweep.best : sweep.best.slice(0, BEST_SHOWN);
  const rows = shown.map(
    ({ values, trades, card, profit }): SweepRow => ({
      key: inWords(values),
      name: inWords(values),
      note: `${columns.trades}: ${formatCount(trades)}`,
      rates: [{ label: columns.rate, rate: <WinRateInList card={card} /> }],
      profit,
      currency: sweep.currency,
    }),
  );
  return (
    <div className={panelClass}>
      <h3 className="flex flex-wrap items-center gap-2 px-4 pt-3 text-13 font-medium text-fg-2">
        {words.best}
        <Badge tone="warn">{words.after}</Badge>
      </h3>
      <Note icon={TriangleAlert} className="m-3 max-md:m-2">
        <span>{words.bestText(formatCount(sweep.variants))}</span>
      </Note>
      <SweepRows label={words.best} heading={columns.values} rows={rows} />
      {!all && sweep.best.length > BEST_SHOWN && (
        <div className="border-t border-line p-2 text-center">
          <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
            {words.moreBest(sweep.best.length)}
          </Button>
        </div>
      )}
    </div>
  );
}
