import type { CandleColumns } from '@vigia/core/candles';
import { assertNever } from '@vigia/core/kernel';
import type { TradeLength } from '@vigia/core/trades';
import type { Sql } from '#platform/persistence/database.ts';
import { readHistory, readPriceFile } from '../candles/read-history.ts';
import { sourcePayouts } from '../candles/source-payouts.ts';
import type { BacktestDeps } from '../deps.ts';
import type { JobControl } from '../threads/job-control.ts';
import type { Payouts } from '../threads/payouts.ts';
import type { RunInputs } from '../threads/protocol.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { JobPlan } from './job-plan.ts';
import type { ResolvedData } from './resolved-data.ts';

export type RunDeps = Pick<BacktestDeps, 'db' | 'markets' | 'clock'> & { readonly pool: ThreadPool };

/** Payout of a backtest that specifies none (docs/spec/statistics.md §7). */
const DEFAULT_PAYOUT = 0.8;
const BASIS_POINTS = 10_000;

/**
 * Reads the candles and payouts for a run over one data set of a backtest.
 * @param lengths trade durations of the run, whose payouts are needed
 */
export async function readRunInputs(
  { db, markets }: RunDeps,
  { control, payout, stakeMinor }: JobPlan,
  data: ResolvedData,
  lengths: readonly TradeLength[],
): Promise<RunInputs> {
  const base = await baseOf(db.sql, data.candles, control);
  const payouts = await payoutsOf(markets, data, payout, lengths);
  return { base, ticks: data.ticks, payouts, stakeMinor, control: control.memory };
}

function baseOf(sql: Sql, candles: ResolvedData['candles'], control: JobControl): Promise<CandleColumns> {
  switch (candles.kind) {
    case 'file':
      return Promise.resolve(candles.file.candles);
    case 'kept':
      return readPriceFile(sql, candles.data, control);
    case 'stored':
      return readHistory(sql, candles.data, control);
    default:
      return assertNever(candles);
  }
}

async function payoutsOf(
  markets: RunDeps['markets'],
  { source, asset, span, candles }: ResolvedData,
  payout: number | null,
  lengths: readonly TradeLength[],
): Promise<Payouts> {
  // A price file contains no payouts, even if it was fetched from a broker.
  if (payout !== null || candles.kind !== 'stored' || source === 'imported')
    return { kind: 'fixed', ratio: payout ?? DEFAULT_PAYOUT };
  return sourcePayouts(markets.at(source), asset, lengths, span, DEFAULT_PAYOUT * BASIS_POINTS);
}
