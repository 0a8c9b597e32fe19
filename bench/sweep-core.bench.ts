/**
 * Measures parameter sweeps of 500 variants over 100,000 candles on two threads, without a server. The measured time
 * includes the start of the threads. Also measures the event loop delay during the sweep.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  judgeSweep,
  planSweep,
  type SweepLayout,
  type SweepRows,
  type SweepVariant,
  sweepChunk,
  sweepLayout,
} from '@vigia/core/backtest';
import type { CandleColumns } from '@vigia/core/candles';
import { memoryText, OPTIONS, setup, strategy, valueOf } from './subjects.ts';
import { syntheticCandles } from './synthetic-candles.ts';

const ROWS = 100_000;
const SEED = 20_261_121;
const THREADS = 2;
const FOLDS = 4;
const VARIANTS = 500;

type SweepWork = {
  readonly base: CandleColumns;
  readonly variants: readonly SweepVariant[];
  readonly layout: SweepLayout;
};

/** Returns a copy of the candles in shared memory. */
function shared(candles: CandleColumns): CandleColumns {
  const moved = (column: Float64Array): Float64Array => {
    const copy = new Float64Array(new SharedArrayBuffer(column.byteLength));
    copy.set(column);
    return copy;
  };
  const { length, time, open, high, low, close } = candles;
  return { length, time: moved(time), open: moved(open), high: moved(high), low: moved(low), close: moved(close) };
}

const inThread = (chunk: SweepWork): Promise<SweepRows> =>
  new Promise((resolve, reject) => {
    // The script of the thread registers the TypeScript loader, because a thread does not inherit it.
    const start = `import('tsx/esm/api').then(({ register }) => (register(), import('${import.meta.url}')))`;
    const worker = new Worker(start, { eval: true, workerData: chunk });
    worker.once('message', resolve).once('error', reject);
  });

async function measure(what: string, candles: CandleColumns, variants: readonly SweepVariant[]): Promise<void> {
  const base = shared(candles);
  const layout = sweepLayout(base, variants, FOLDS);
  const share = Math.ceil(variants.length / THREADS);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedMs = performance.now();
  const chunks = await Promise.all(
    Array.from({ length: THREADS }, (_, thread) =>
      inThread({ base, variants: variants.slice(thread * share, (thread + 1) * share), layout }),
    ),
  );
  const { judged } = judgeSweep(variants, layout, chunks);
  const tookMs = performance.now() - startedMs;
  delay.disable();
  console.log(
    `${what}, ${variants.length} variants × ${base.length.toLocaleString('en')} candles`.padEnd(58),
    `${(tookMs / 1_000).toFixed(2)} s on ${THREADS} threads`.padEnd(24),
    `event loop p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, RSS ${memoryText()}, judged on ${judged.trades} trades`,
  );
}

async function main(): Promise<void> {
  const candles = syntheticCandles(ROWS, 300, SEED);
  const rsi = planSweep(
    strategy('rsi'),
    [
      { path: 'rsi_period', from: 5, to: 24, step: 1 },
      { path: 'oversold', from: 20, to: 40, step: 5 },
      { path: 'overbought', from: 60, to: 80, step: 5 },
    ],
    VARIANTS,
  );
  await measure('RSI', candles, valueOf(rsi).variants);
  const pcr = planSweep(
    setup({}),
    [
      { path: 'patterns.minLength', from: 2, to: 6, step: 1 },
      { path: 'patterns.minRangeAtr', from: 0.5, to: 2.5, step: 0.5 },
      { path: 'patterns.minStrong', from: 1, to: 4, step: 1 },
      { path: 'expiry', from: 5, to: 25, step: 5 },
    ],
    VARIANTS,
  );
  await measure('PCR', candles, valueOf(pcr).variants);
}

/** Runs one part of the variants in a separate thread. */
function runChunk({ base, variants, layout }: SweepWork): void {
  parentPort?.postMessage(valueOf(sweepChunk(base, variants, layout, OPTIONS)), []);
}

if (isMainThread) await main();
else runChunk(workerData);
