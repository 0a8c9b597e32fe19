import { type BacktestError, type BacktestSubject, reportOf, runBacktest } from '@vigia/core/backtest';
import { minorUnits, ok, type Result, SeededRng } from '@vigia/core/kernel';
import { expiryOf } from '../jobs/read-subject.ts';
import { payoutAt } from '../threads/payouts.ts';
import type { Reported, ReportLabels, RunOver } from '../threads/protocol.ts';
import { progressOf } from './progress.ts';
import { toReport } from './report-view.ts';
import { tradesCsvGz } from './trades-csv.ts';
import { zoneOffset } from './zone-offset.ts';

/** The seed of the random draws of a report. It is fixed, so that a repeated backtest gives the same report. */
const SEED = 1;

/**
 * Runs one backtest and returns its complete report. @param now returns milliseconds, for the measurement of durations
 */
export function runSingle(
  over: RunOver,
  subject: BacktestSubject,
  labels: ReportLabels,
  now: () => number,
): Result<Reported, BacktestError> {
  const startedMs = now();
  const run = runBacktest(over.base, subject, {
    payout: payoutAt(over.payouts, expiryOf(subject)),
    stakeMinor: minorUnits(over.stakeMinor),
    onProgress: progressOf(over.control, 1),
  });
  if (!run.ok) return run;
  const figures = reportOf(run.value, {
    zoneOffsetMs: zoneOffset(labels.timeZone),
    rng: new SeededRng(SEED),
    variants: labels.triedBefore + 1,
  });
  const compute_ms = Math.round(now() - startedMs);
  const { asset, source, currency } = labels;
  const report = toReport(run.value, figures, { asset, source, currency, compute_ms });
  return ok({ report: JSON.stringify(report), tradesGz: tradesCsvGz(run.value.trades, currency) });
}
