import { useQueries } from '@tanstack/react-query';
import type { BacktestJob, BacktestReport } from '@vigia/contract';
import { Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatDay, formatDecimal, formatMoney } from '#shared/lib/format.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Money } from '#shared/ui/money.tsx';
import { Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import { backtestMessages } from '../messages.es.ts';
import type { ComparedRun } from '../model/compared-run.ts';
import { shareInWords } from '../model/odds-words.ts';
import { runName } from '../model/run-name.ts';
import { jobQuery } from '../queries.ts';
import { SimulatedHistoryNote } from '../report/simulated-note.tsx';
import { WinRateInList } from '../report/win-rate-in-list.tsx';
import { BacktestLineStyle } from './backtest-line-style.tsx';
import { EquityCurves } from './equity-curves.tsx';
import { compareMessages } from './messages.es.ts';

const words = compareMessages.comparison;
const { none0 } = backtestMessages.report;

/** Shows figures and curves of several backtests in one view. */
export function Comparison({ ids }: { readonly ids: readonly string[] }) {
  const queries = useQueries({ queries: ids.map(jobQuery) });
  const runs = queries.flatMap(({ data }) => (data ? runOf(data) : []));
  const isLoading = queries.some(({ isPending }) => isPending);
  const isGone = queries.some(({ data, isError }) => isError && !data);
  const isWaiting = queries.some(({ data }) => data !== undefined && data.report === null);
  if (isLoading) return <Skeleton className="h-72" />;
  return (
    <section aria-label={words.title} className="grid min-w-0 gap-4">
      {isGone && <p className="text-13 text-error">{words.gone}</p>}
      {isWaiting && <p className="text-13 text-fg-2">{words.waiting}</p>}
      {runs.some(({ report }) => report.source === 'simulated') && <SimulatedHistoryNote />}
      <Note icon={Scale} tone="warn">
        <p>{words.note}</p>
        {!isSame(runs, ({ report }) => `${report.from} ${report.to}`) && <p>{words.periods}</p>}
      </Note>
      <div className="min-w-0 rounded-control border border-line bg-surface">
        <Figures runs={runs} />
      </div>
      <EquityCurves runs={runs} />
    </section>
  );
}

const runOf = (job: BacktestJob): readonly ComparedRun[] =>
  job.report ? [{ id: job.id, name: runName(job), report: job.report }] : [];

const isSame = (runs: readonly ComparedRun[], of: (run: ComparedRun) => string): boolean =>
  new Set(runs.map(of)).size <= 1;

const ROWS: readonly { readonly name: string; readonly of: (report: BacktestReport) => ReactNode }[] = [
  { name: words.rate, of: ({ card }) => <WinRateInList card={card} /> },
  { name: words.luck, of: ({ luck }) => (luck ? shareInWords(luck.p_value) : none0) },
  {
    name: words.profit,
    of: ({ profit, currency }) => <Money currency={currency} amount={profit} kind="result" className="font-semibold" />,
  },
  { name: words.trades, of: ({ trades }) => formatCount(trades) },
  {
    name: words.expectancy,
    of: ({ expectancy, currency }) =>
      expectancy === null ? none0 : <Money currency={currency} amount={expectancy} kind="result" />,
  },
  { name: words.factor, of: ({ profit_factor: factor }) => (factor === null ? none0 : formatDecimal(factor)) },
  { name: words.drawdown, of: ({ max_drawdown: drawdown, currency }) => formatMoney(drawdown, currency) },
  { name: words.worstStreak, of: ({ longest_losing_streak: streak }) => formatCount(streak) },
  { name: words.period, of: ({ from, to }) => (from && to ? `${formatDay(from)} – ${formatDay(to)}` : none0) },
];

/** One row per figure and one column per backtest. On a phone, each figure lists the backtests one below the other. */
function Figures({ runs }: { readonly runs: readonly ComparedRun[] }) {
  const mobile = useIsMobile();
  return (
    <>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 border-b border-line px-4 py-3 text-13 max-md:px-3">
        {runs.map((run, index) => (
          <li key={run.id} className="flex items-center gap-2">
            <BacktestLineStyle index={index} />
            {run.name}
          </li>
        ))}
      </ul>
      {mobile ? <FigureList runs={runs} /> : <FigureTable runs={runs} />}
    </>
  );
}

type FiguresProps = { readonly runs: readonly ComparedRun[] };

const FigureTable = ({ runs }: FiguresProps) => (
  <Table
    label={words.title}
    columns={[{ name: words.figure }, ...runs.map(({ name }, index) => ({ name: `${index + 1}. ${name}` }))]}
  >
    {ROWS.map(({ name, of }) => (
      <tr key={name}>
        <Cell>
          <span className="text-fg-2">{name}</span>
        </Cell>
        {runs.map(({ id, report }) => (
          <Cell key={id}>{of(report)}</Cell>
        ))}
      </tr>
    ))}
  </Table>
);

const FigureList = ({ runs }: FiguresProps) => (
  <ul>
    {ROWS.map(({ name, of }) => (
      <li key={name} className="grid gap-1 border-b border-line px-3 py-2.5 text-13 last:border-0">
        <span className="text-12 text-fg-3">{name}</span>
        {runs.map(({ id, report }, index) => (
          <div key={id} className="grid grid-cols-[48px_minmax(0,1fr)] items-baseline">
            <BacktestLineStyle index={index} />
            <div className="min-w-0">{of(report)}</div>
          </div>
        ))}
      </li>
    ))}
  </ul>
);
