import type { BacktestJudgementView, GridReport as GridReportView } from '@vigia/contract';
import { Grid3x3 } from 'lucide-react';
import { formatCount } from '#shared/lib/format.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Note } from '#shared/ui/note.tsx';
import { Cell, Table } from '#shared/ui/table.tsx';
import { backtestMessages } from '../messages.es.ts';
import { type GridRow, gridRowsOf, lengthText, verdictCountsInWords } from '../model/grid-rows.ts';
import { Judgement } from '../report/judgement.tsx';
import { SimulatedHistoryNote } from '../report/simulated-note.tsx';
import { GridCell, type GridCellProps } from './grid-cell.tsx';
import { gridMessages } from './messages.es.ts';
import { type OpenCell, useOpenCell } from './use-open-cell.ts';

const words = gridMessages.report;

type GridReportProps = {
  readonly jobId: string;
  readonly grid: GridReportView;
  /** Null for a test of an earlier version. */
  readonly judgement: BacktestJudgementView | null;
  /** Shows the test of one cell. */
  readonly onShow: (id: string) => void;
};

/**
 * Shows the verdict of every cell among all tries on the data: one row per asset and timeframe, one column per
 * trade duration.
 */
export function GridReport({ jobId, grid, judgement, onShow }: GridReportProps) {
  const mobile = useIsMobile();
  const openCell = useOpenCell(jobId, onShow);
  const rows = gridRowsOf(grid.cells);
  const isSimulated = grid.cells.some(({ result }) => result?.source === 'simulated');
  return (
    <section aria-label={backtestMessages.report.label} className="grid min-w-0 gap-4">
      {isSimulated && <SimulatedHistoryNote />}
      <Note icon={Grid3x3} tone="warn">
        <p>{words.corrected(formatCount(grid.variants))}</p>
        <p className="font-medium">{verdictCountsInWords(grid.cells)}</p>
      </Note>
      <Judgement judgement={judgement} isChoice />
      <div className="min-w-0 rounded-control border border-line bg-surface">
        <h3 className="px-4 pt-3 pb-1 text-13 font-medium text-fg-2">{words.title}</h3>
        {mobile ? (
          <Cards rows={rows} grid={grid} openCell={openCell} />
        ) : (
          <Matrix rows={rows} grid={grid} openCell={openCell} />
        )}
      </div>
    </section>
  );
}

type RowsProps = { readonly rows: readonly GridRow[]; readonly grid: GridReportView; readonly openCell: OpenCell };

function Matrix({ rows, grid, openCell }: RowsProps) {
  const lengths = [...new Set(grid.cells.map(lengthText))];
  return (
    <Table label={words.title} columns={[words.row, ...lengths].map((name) => ({ name }))}>
      {rows.map(({ asset, timeframe, cells }) => (
        <tr key={words.card(asset, timeframe)} className="align-top">
          <Cell>
            <span className="grid py-2">
              <b className="font-semibold">{asset}</b>
              <span className="text-12 text-fg-3">{timeframe}</span>
            </span>
          </Cell>
          {cells.map((cell) => (
            <Cell key={lengthText(cell)}>
              <GridCell cell={cell} place={grid.cells.indexOf(cell)} currency={grid.currency} openCell={openCell} />
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  );
}

const Cards = ({ rows, grid, openCell }: RowsProps) => (
  <ul aria-label={words.title}>
    {rows.map(({ asset, timeframe, cells }) => (
      <li key={words.card(asset, timeframe)} className="border-t border-line px-3 py-2.5 text-13">
        <b>{words.card(asset, timeframe)}</b>
        <dl className="grid">
          {cells.map((cell) => (
            <CardLine
              key={lengthText(cell)}
              cell={cell}
              place={grid.cells.indexOf(cell)}
              currency={grid.currency}
              openCell={openCell}
            />
          ))}
        </dl>
      </li>
    ))}
  </ul>
);

const CardLine = (props: GridCellProps) => (
  <div className="grid grid-cols-[56px_minmax(0,1fr)] items-baseline gap-2">
    <dt className="text-12 text-fg-3">{lengthText(props.cell)}</dt>
    <dd className="min-w-0">
      <GridCell {...props} />
    </dd>
  </div>
);
