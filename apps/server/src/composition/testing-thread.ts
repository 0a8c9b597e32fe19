import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { PROJECT_ROOT } from '#platform/project-root.ts';

let code: string | null = null;

/** Builds the backtest thread from the current sources, because tests run without a build. */
export function openSourceThread(): Worker {
  code ??= bundled();
  return new Worker(code, { eval: true });
}

function bundled(): string {
  const { outputFiles } = buildSync({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [join(PROJECT_ROOT, 'apps/server/src/features/backtests/thread/main.ts')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('the thread was not built');
  return file.text;
}
