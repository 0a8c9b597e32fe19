import type { SweepReport as SweepReportView } from '@vigia/contract';
import { Scale, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatDateTime, formatDecimal } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Money } from '#shared/ui/money.tsx';
import { Note } from '#shared/ui/note.tsx';
import { RateText, rulerOf } from '#shared/ui/rate.tsx';
import { VerdictText } from '#shared/ui/ruler.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import { backtestMessages } from '../messages.es.ts';
import { shareInWords } from '../model/odds-words.ts';
import { Headline } from '../report/headline.tsx';
import type { SweepNumber } from '../target.ts';

const words = backtestMessages.sweep;
const BEST_SHOWN = 5;

type SweepReportProps = { readonly sweep: SweepReportView; readonly numbers: readonly SweepNumber[] };

/** The honest result first; what looked best on the same data second, and marked as such. */
export function SweepReport({ sweep, numbers }: SweepReportProps) {
  const inWords = (values: Readonly<Record<string, number>>): string =>
    Object.entries(values)
      .map(([path, value]) => `${numbers.find((each) => each.path === path)?.label ?? path} ${formatDecimal(value)}`)
      .join(' · ');
  return (
    <section aria-label={backtestMessages.report.label} className="grid min-w-0 gap-5">
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
    <div className="grid gap-3 rounded-control border border-line-strong p-4 max-md:p-3">
      <h3 className="flex items-center gap-2 text-14 font-semibold">
        <Scale size={16} className="text-accent" aria-hidden />
        {words.judged}
      </h3>
      {judged.decided === 0 ? (
        <p className="text-13 text-fg-2">{words.judgedNone}</p>
      ) : (
        <Headline card={judged} luck={luck} />
      )}
      <p className="text-12 text-fg-3">
        {words.judgedText(folds.length)} <Money amount={profit} kind="result" className="font-semibold" />
      </p>
    </div>
  );
}

function WalkForward({ sweep, inWords }: PartProps) {
  const { columns } = words;
  return (
    <div className="min-w-0 rounded-control border border-line">
      <h3 className="px-4 pt-3 text-13 font-medium text-fg-2">{words.walk}</h3>
      <Table
        label={words.walk}
        columns={[
          { name: columns.period },
          { name: columns.values },
          { name: columns.chosen },
          { name: columns.judged },
          { name: columns.profit, align: 'right' },
        ]}
      >
        {sweep.walk_forward.map((fold) => (
          <tr key={fold.from}>
            <Cell>{`${formatDateTime(fold.from)} – ${formatDateTime(fold.to)}`}</Cell>
            <Cell>{inWords(fold.values)}</Cell>
            <Cell>
              <RateText card={fold.chosen_on} />
            </Cell>
            <Cell>
              <Rate card={fold.judged_on} />
            </Cell>
            <Cell align="right">
              <Money amount={fold.profit} kind="result" className="font-semibold" />
            </Cell>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function Best({ sweep, inWords }: PartProps) {
  const [all, setAll] = useState(false);
  const { columns } = words;
  const shown = all ? sweep.best : sweep.best.slice(0, BEST_SHOWN);
  return (
    <div className="min-w-0 rounded-control border border-line">
      <h3 className="flex flex-wrap items-center gap-2 px-4 pt-3 text-13 font-medium text-fg-2">
        {words.best}
        <Badge tone="warn">{words.after}</Badge>
      </h3>
      <Note icon={TriangleAlert} className="m-3">
        <span>{words.bestText(formatCount(sweep.variants), formatCount(sweep.tried_in_all))}</span>
      </Note>
      <Table
        label={words.best}
        columns={[
          { name: columns.values },
          { name: columns.trades, align: 'right' },
          { name: columns.rate },
          { name: columns.luck },
          { name: columns.profit, align: 'right' },
        ]}
      >
        {shown.map((variant) => (
          <tr key={inWords(variant.values)}>
            <Cell>{inWords(variant.values)}</Cell>
            <Cell align="right">{formatCount(variant.trades)}</Cell>
            <Cell>
              <Rate card={variant.card} />
            </Cell>
            <Cell>{variant.corrected_p_value === null ? '' : shareInWords(variant.corrected_p_value)}</Cell>
            <Cell align="right">
              <Money amount={variant.profit} kind="result" className="font-semibold" />
            </Cell>
          </tr>
        ))}
      </Table>
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

function Rate({ card }: { readonly card: SweepReportView['judged'] }) {
  const ruler = rulerOf(card);
  return (
    <span className="flex items-center gap-3">
      <RateText card={card} />
      {ruler && <VerdictText verdict={ruler.verdict} />}
    </span>
  );
}
