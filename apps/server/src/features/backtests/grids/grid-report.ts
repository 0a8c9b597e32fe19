import { ERROR_MESSAGES_ES, fillMessage, type GridCellView, type GridReport } from '@vigia/contract';
import type { Currency } from '@vigia/core/money';
import { lengthFields } from '@vigia/core/trades';
import type { GridCellPosition, RefusedCell } from '../jobs/job-plan.ts';
import type { BacktestRefusal } from '../jobs/refusal.ts';
import { decimalConverter } from '../thread/report-view.ts';
import type { CellFigures, DataSource } from '../threads/protocol.ts';

export type RanCell = GridCellPosition & { readonly source: DataSource; readonly figures: CellFigures };

type Labels = { readonly currency: Currency; readonly computeMs: number };

/**
 * Builds the report of a grid. Its cells have no verdict of their own: the grid is one try, whose verdict says which
 * cells are above (docs/spec/statistics.md §9).
 * @param ran tested cells, ascending by index
 */
export function gridReport(ran: readonly RanCell[], refused: readonly RefusedCell[], labels: Labels): GridReport {
  const cells = [
    ...ran.map((cell) => ({ index: cell.index, view: testedView(cell, labels.currency) })),
    ...refused.map((cell) => ({ index: cell.index, view: refusedView(cell) })),
  ];
  return {
    currency: labels.currency,
    variants: ran.length,
    cells: cells.toSorted((a, b) => a.index - b.index).map(({ view }) => view),
    compute_ms: labels.computeMs,
  };
}

const placeView = ({ asset, timeframe, length }: GridCellPosition) => ({ asset, timeframe, ...lengthFields(length) });
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function testedView(cell: RanCell, currency: Currency): GridCellView {
  const { candles, fromMs, toMs, trades, card, profitMinor, pValue } = cell.figures;
  return {
    ...placeView(cell),
    result: {
      source: cell.source,
      candles,
      from: instantOrNull(fromMs),
      to: instantOrNull(toMs),
      trades,
      card,
      profit: decimalConverter(currency)(profitMinor),
      p_value: pValue,
      verdict: card.verdict === 'above' ? 'indistinguishable' : card.verdict,
    },
    error: null,
  };
}

const refusedView = (cell: RefusedCell): GridCellView => ({
  ...placeView(cell),
  result: null,
  error: { code: cell.refusal.code, message: messageOf(cell.refusal) },
});

const messageOf = ({ code, values = {} }: BacktestRefusal): string => fillMessage(ERROR_MESSAGES_ES[code], values);
