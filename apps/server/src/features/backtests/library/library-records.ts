import { reportOf, runBacktest } from '@vigia/core/backtest';
import { minorUnits, SeededRng } from '@vigia/core/kernel';
import { type AssetSpec, payoutRatio, simulatedAsset } from '@vigia/core/market-model';
import { expiryOf } from '../jobs/read-subject.ts';
import { toReport } from '../thread/report-view.ts';
import type { LibraryRecord } from '../threads/protocol.ts';
import { STARTING_POINTS, type StartingPoint } from './library-items.ts';
import { subjectOf } from './library-subject.ts';
import { marketMinutes } from './market-minutes.ts';

/** A market of the library's own: a quarter of a year, the same in every installation. */
const SEED = 20_260_101;
const FROM_MS = Date.UTC(2026, 0, 1);
const TO_MS = Date.UTC(2026, 3, 1);
const STAKE = minorUnits(1_000);

/**
 * Computes the record of each starting point, with the payouts of the simulated market; takes a thread a few seconds.
 */
export function libraryRecords(): readonly LibraryRecord[] {
  const symbols = [...new Set(STARTING_POINTS.map((point) => point.asset))];
  return symbols.flatMap(recordsOn);
}

function recordsOn(symbol: string): readonly LibraryRecord[] {
  const asset = simulatedAsset(symbol);
  if (asset === undefined) throw new Error(`the simulated market has no ${symbol}`);
  const base = marketMinutes(SEED, asset, FROM_MS, TO_MS);
  return STARTING_POINTS.filter((point) => point.asset === symbol).map((point) => ({
    key: point.key,
    record: JSON.stringify(recordOf(point, asset, base)),
  }));
}

function recordOf(point: StartingPoint, asset: AssetSpec, base: Parameters<typeof runBacktest>[0]) {
  const subject = subjectOf(point);
  const payout = (entryMs: number) => payoutRatio(SEED, asset, expiryOf(subject), entryMs);
  const run = runBacktest(base, subject, { payout, stakeMinor: STAKE });
  if (!run.ok) throw new Error(`«${point.key}» cannot be run: ${run.error.reason}`);
  const figures = reportOf(run.value, { zoneOffsetMs: () => 0, rng: new SeededRng(SEED) });
  const report = toReport(run.value, figures, { asset: asset.symbol, source: 'simulated', compute_ms: 0 });
  const { card, profit, trades, from, to, luck } = report;
  return { card, profit, trades, from, to, p_value: luck?.p_value ?? null };
}
