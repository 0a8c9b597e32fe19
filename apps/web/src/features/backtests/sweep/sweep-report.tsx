import type { SweepReport as SweepReportView } from '@vigia/contract';
import { Scale, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatDay, formatDecimal } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Note } from '#shared/ui/note.tsx';
import { backtestMessages } from '../messages.es.ts';
import { shareInWords } from '../model/odds-words.ts';
import { Headline } from '../report/headline.tsx';
import { HonestRate } from '../report/honest-rate.tsx';
import { SimulatedNote } from '../report/simulated-note.tsx';
import type { SweepNumber } from '../target.ts';
import { type SweepRow, SweepRows } from './sweep-rows.tsx';

const words = backtestMessages.sweep;
const { columns } = words;
const BEST_SHOWN = 5;
const panelClass = 'min-w-0 rounded-control border border-line bg-surface';

type SweepReportProps = { readonly sweep: SweepReportView; readonly numbers: readonly SweepNumber[] };

/** Shows the out-of-sample result of a sweep first. Below it follows the best in-sample variant, labelled as such. */
export function SweepReport({ sweep, numbers }: SweepReportProps) {
  const inWords = (values: Readonly<Record<string, number>>): string =>
    Object.entries(values)
      .map(([path, value]) => `${numbers.find((each) => each.path === path)?.label ?? path} ${formatDecimal(value)}`)
      .join(' · ');
  return (
    <section aria-label={backtestMessages.report.label} className="grid min-w-0 gap-4">
      {sweep.source === 'simulated' && <SimulatedNote />}
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

function Judged({ sweep }: Pick<SweepReportProps, 'sweep'>) {
  const { judged, judged_profit: profit, judged_p_value: chance, walk_forward: folds } = sweep;
  const luck = chance === null ? null : { p_value: chance, variants: 1, corrected_p_value: chance };
  return (
    <div className="grid gap-3 rounded-control border border-line-strong bg-surface p-4 max-md:p-3">
      <h3 className="flex items-center gap-2 text-14 font-semibold">
        <Scale size={16} className="shrink-0 text-accent" aria-hidden />
        {words.judged}
      </h3>
      {judged.decided === 0 ? (
        <p className="text-13 text-fg-2">{words.judgedNone}</p>
      ) : (
        <Headline card={judged} luck={luck} />
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
        { label: columns.chosen, rate: <HonestRate card={chosen} /> },
        { label: columns.judged, rate: <HonestRate card={judged} /> },
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
    ({ values, trades, card, profit, corrected_p_value: chance }): SweepRow => ({
      key: inWords(values),
      name: inWords(values),
      note: `${columns.trades}: ${formatCount(trades)}`,
      rates: [
        { label: columns.rate, rate: <HonestRate card={card} /> },
        { label: columns.luck, rate: chance === null ? '' : shareInWords(chance) },
      ],
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
        <span>{words.bestText(formatCount(sweep.variants), formatCount(sweep.tried_in_all))}</span>
      </Note>
      <SweepRows label={words.best} heading={columns.values} rows={rows} />
      {!all && sweep.best.length > BEST_SHOWN && (
        <div className="border-t border-line p-2 text-center">
          <Button variant="ghost" size="sm" className="max-md:h-(--h-touch)" onClick={() => setAll(true)}>
            {words.moreBest(sweep.best.length)}
          </Button>
        </div>
      )}
    </div>
  );
}
