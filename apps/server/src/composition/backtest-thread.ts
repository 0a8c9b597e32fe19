import { Worker } from 'node:worker_threads';

/** Starts the thread from the file that the build creates next to the server (scripts/lib/build-targets.mjs). */
export const openBacktestThread = (): Worker => new Worker(new URL('./backtest-thread.mjs', import.meta.url));
