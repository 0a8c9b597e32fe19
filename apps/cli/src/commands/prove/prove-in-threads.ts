import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { BacktestError, WorldResult } from '@vigia/core/backtest';
import type { CandleColumns } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { ProveWork, TestedMethod, WorldsMessage } from './thread.ts';

const MAX_THREADS = 8;

/** The file that the build creates next to the command line (scripts/lib/build-targets.mjs). */
const THREAD = new URL('./prove-thread.mjs', import.meta.url);

/** Returns a copy of the candles in shared memory, which all threads read. */
function shared({ length, ...columns }: CandleColumns): CandleColumns {
  const moved = (column: Float64Array): Float64Array => {
    const copy = new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
    copy.set(column.subarray(0, length));
    return copy;
  };
  const { time, open, high, low, close } = columns;
  return { length, time: moved(time), open: moved(open), high: moved(high), low: moved(low), close: moved(close) };
}

type Proved = { readonly method: TestedMethod; readonly seed: number; readonly worlds: number };

/**
 * Runs a method in the real market and in null worlds, on all processors.
 * @param onDone receives the number of worlds done
 * @returns the results from world 0, the real market, on; or the first error
 */
export async function proveInThreads(
  candles: CandleColumns,
  { method, seed, worlds: nullWorlds }: Proved,
  onDone: (worlds: number) => void,
): Promise<Result<readonly WorldResult[], BacktestError>> {
  const worlds = nullWorlds + 1;
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const work: ProveWork = { base: shared(candles), method, seed, worlds, next };
  const results: WorldResult[] = [];
  let done = 0;
  let fault: BacktestError | null = null;
  const take = ({ from, results: some }: WorldsMessage): void => {
    if (!some.ok) {
      fault = some.error;
      Atomics.store(next, 0, worlds);
      return;
    }
    for (const [index, result] of some.value.entries()) results[from + index] = result;
    done += some.value.length;
    onDone(done);
  };
  const threads = Math.min(availableParallelism(), MAX_THREADS);
  await Promise.all(Array.from({ length: threads }, () => inThread(work, take)));
  return fault === null ? ok(results) : err(fault);
}

const inThread = (work: ProveWork, take: (message: WorldsMessage) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, { workerData: work });
    worker.on('message', take);
    worker.on('error', reject);
    worker.on('exit', () => resolve());
  });
