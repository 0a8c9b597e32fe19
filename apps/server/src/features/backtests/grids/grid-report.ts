import { ERROR_MESSAGES_ES, fillMessage, type GridCellView, type GridReport } from '@vigia/contract';
import { correctedPValue, verdictAmong } from '@vigia/core/backtest';
import type { Currency } from '@vigia/core/money';
import { lengthFields } from '@vigia/core/trades';
import type { GridPlace, RefusedCell } from '../jobs/job-plan.ts';
import type { Refusal } from '../jobs/refusal.ts';
import { decimalIn } from '../thread/report-view.ts';
import type { CellFigures, DataSource } from '../threads/protocol.ts';

export type RanCell = GridPlace & { readonly source: DataSource; readonly figures: CellFigures };

type Labels = {
  readonly currency: Currency;
  /** Number of other variants that the user has tried on the data of these cells. */
  readonly triedBefore: number;
  readonly computeMs: number;
};

/**
 * Builds the report of a grid. A user looks for the best cell of a grid, so every probability and every verdict is
 * corrected for all cells together, and for everything that the user tried on the same data before
 * (docs/spec/statistics.md §4).
 */
export function gridReport(ran: readonly RanCell[], refused: readonly RefusedCell[], labels: Labels): GridReport {
  const triedInAll = ran.length + labels.triedBefore;
  const cells = [
    ...ran.map((cell) => ({ index: cell.index, view: testedView(cell, triedInAll, labels.currency) })),
    ...refused.map((cell) => ({ index: cell.index, view: refusedView(cell) })),
  ];
  return {
    currency: labels.currency,
    variants: ran.length,
    tried_in_all: triedInAll,
    cells: cells.toSorted((a, b) => a.index - b.index).map(({ view }) => view),
    compute_ms: labels.computeMs,
  };
}

const placeView = ({ asset, timeframe, length }: GridPlace) => ({ asset, timeframe, ...lengthFields(length) });
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function testedView(cell: RanCell, triedInAll: number, currency: Currency): GridCellView {
  const { candles, fromMs, toMs, trades, card, profitMinor, pValue } = cell.figures;
  const corrected = pValue === null ? null : correctedPValue(pValue, triedInAll);
  return {
    ...placeView(cell),
    result: {
      source: cell.source,
      candles,
      from: instantOrNull(fromMs),
      to: instantOrNull(toMs),
      trades,
      card,
      profit: decimalIn(currency)(profitMinor),
      p_value: pValue,
      corrected_p_value: corrected,
      verdict: card.verdict === null || corrected === null ? null : verdictAmong(card.verdict, corrected),
    },
    error: null,
  };
}

const refusedView = (cell: RefusedCell): GridCellView => ({
  ...placeView(cell),
  result: null,
  error: { code: cell.refusal.code, message: messageOf(cell.refusal) },
});

const messageOf = ({ code, values = {} }: Refusal): string => fillMessage(ERROR_MESSAGES_ES[code], values);
