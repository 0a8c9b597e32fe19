import { type BacktestError, type BacktestSubject, reportOf } from '@vigia/core/backtest';
import { ok, type Result, SeededRng, zoneOffset } from '@vigia/core/kernel';
import type { ReportLabels, ReportTexts, RunInputs } from '../threads/protocol.ts';
import { toReport } from './report-view.ts';
import { runRules } from './run-rules.ts';
import { tradesCsvGz } from './trades-csv.ts';

/** The seed of the random draws of a report. It is fixed, so a repeated backtest gives the same report. */
const SEED = 1;

/**
 * Runs one backtest and returns its complete report.
 * @param now returns milliseconds, to measure durations
 */
export function runSingle(
  inputs: RunInputs,
  subject: BacktestSubject,
  labels: ReportLabels,
  now: () => number,
): Result<ReportTexts, BacktestError> {
  const startedMs = now();
  const run = runRules(inputs, subject);
  if (!run.ok) return run;
  const figures = reportOf(run.value, { zoneOffsetMs: zoneOffset(labels.timeZone), rng: new SeededRng(SEED) });
  const compute_ms = Math.round(now() - startedMs);
  const { asset, source, currency } = labels;
  const report = toReport(run.value, figures, { asset, source, currency, compute_ms });
  const tradesGz = tradesCsvGz(run.value.trades, currency);
  return ok({ report: JSON.stringify(report), tradesGz, scores: figures.tried, alone: report.card.verdict });
}
