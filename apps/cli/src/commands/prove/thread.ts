/**
 * Entry point of a thread of `vigia prove`. It tests the method on the next worlds until none is left, and reports the
 * results. A world is a copy of the candles whose moves have random signs, so it has no edge.
 */
import { parentPort, workerData } from 'node:worker_threads';
import {
  type BacktestError,
  type BacktestOptions,
  type BacktestSubject,
  methodOfRules,
  methodOfSweep,
  runWorlds,
  type SweepVariant,
  timeframeOf,
  type WorldResult,
} from '@vigia/core/backtest';
import type { CandleColumns } from '@vigia/core/candles';
import type { Result } from '@vigia/core/kernel';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';

/** The method of a proof: one set of rules, or a sweep with its number of walk-forward parts. */
export type TestedMethod = {
  readonly subject: BacktestSubject;
  readonly sweep: { readonly variants: readonly SweepVariant[]; readonly parts: number } | null;
  readonly options: Pick<BacktestOptions, 'payout' | 'stakeMinor'>;
};

/** The work that all threads of a command share. */
export type ProveWork = {
  /** Candles in shared memory. */
  readonly base: CandleColumns;
  readonly method: TestedMethod;
  readonly seed: number;
  /** Number of worlds; world 0 is the real market. */
  readonly worlds: number;
  /** Number of the first world that no thread has taken, in shared memory. */
  readonly next: Int32Array;
};

/** The results of consecutive worlds, starting with world number `from`. */
export type WorldsMessage = { readonly from: number; readonly results: Result<readonly WorldResult[], BacktestError> };

/** Number of worlds that a thread takes at once. */
const WORLDS_AT_ONCE = 10;

function runAll({ base, method: { subject, sweep, options }, seed, worlds, next }: ProveWork): void {
  const method = sweep === null ? methodOfRules(subject, options) : methodOfSweep(sweep.variants, sweep.parts, options);
  const timeframeSeconds = TIMEFRAME_SECONDS[timeframeOf(subject)];
  for (;;) {
    const from = Atomics.add(next, 0, WORLDS_AT_ONCE);
    if (from >= worlds) return;
    const to = Math.min(from + WORLDS_AT_ONCE, worlds);
    const message: WorldsMessage = { from, results: runWorlds(base, timeframeSeconds, method, { seed, from, to }) };
    parentPort?.postMessage(message, []);
  }
}

runAll(workerData);
