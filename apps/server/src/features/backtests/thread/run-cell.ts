import { type BacktestError, reportOf } from '@vigia/core/backtest';
import { ok, type Result } from '@vigia/core/kernel';
import type { CellFigures, TaskOfKind } from '../threads/protocol.ts';
import { cardViewOf } from './report-view.ts';
import { runRules } from './run-rules.ts';

/** The groups by hour and weekday are not used, so their time zone does not matter. */
const zoneOffsetMs = () => 0;

/** Runs one cell of a grid and returns its figures. */
export function runCell({ inputs, subject }: TaskOfKind<'grid_cell'>): Result<CellFigures, BacktestError> {
  const run = runRules(inputs, subject);
  if (!run.ok) return run;
  const figures = reportOf(run.value, { zoneOffsetMs, rng: null });
  const { candles, fromMs, toMs, trades, profitMinor, luck, tried } = figures;
  const pValue = luck?.pValue ?? null;
  return ok({ candles, fromMs, toMs, trades, profitMinor, card: cardViewOf(figures), pValue, scores: tried });
}
