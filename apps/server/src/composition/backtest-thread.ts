import { Worker } from 'node:worker_threads';

/** Starts the thread whose file the build puts beside the server (scripts/lib/build-targets.mjs). */
export const openBacktestThread = (): Worker => new Worker(new URL('./backtest-thread.mjs', import.meta.url));
