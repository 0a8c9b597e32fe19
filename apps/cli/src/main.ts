import { performance } from 'node:perf_hooks';
import { err } from '@vigia/core/kernel';
import { MESSAGES } from './messages.es.ts';
import { run } from './run.ts';
import { openTerminal } from './terminal.ts';

// The reader of a pipe, such as `head`, may close it early. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const context = { elapsedMs: () => performance.now(), terminal: openTerminal() };
const outcome = await run(process.argv.slice(2), context).catch((error: unknown) =>
  err({ message: MESSAGES.internal(error instanceof Error ? error.message : String(error)), exitCode: 1 }),
);
if (outcome.ok) process.stdout.write(outcome.value);
else {
  process.stderr.write(`vigia: ${outcome.error.message}\n`);
  process.exitCode = outcome.error.exitCode;
}
