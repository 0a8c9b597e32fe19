import { performance } from 'node:perf_hooks';
import { err } from '@vigia/core/kernel';
import { MESSAGES } from './messages.es.ts';
import { run } from './run.ts';
import { openTerminal } from './terminal.ts';
import { STANDARD_OUTPUT, writeOutput } from './write-output.ts';

const context = { elapsedMs: () => performance.now(), terminal: openTerminal() };
const outcome = await run(process.argv.slice(2), context).catch((error: unknown) =>
  err({ message: MESSAGES.internal(error instanceof Error ? error.message : String(error)), exitCode: 1 }),
);
if (outcome.ok) writeOutput(outcome.value, STANDARD_OUTPUT);
else {
  process.stderr.write(`vigia: ${outcome.error.message}\n`);
  process.exitCode = outcome.error.exitCode;
}
