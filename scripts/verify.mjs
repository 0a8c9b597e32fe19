/** `npm run verify`: every static check. `--report FILE` writes the counts to a file. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { duration, main, say } from './lib/say.mjs';
import { runChecks } from './lib/verify.mjs';

await main(async () => {
  const { values } = parseArgs({ options: { report: { type: 'string' } } });
  const startedMs = performance.now();
  const { passed, failed } = await runChecks();
  if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed, failed }));
  say(`${passed} comprobaciones pasaron, ${failed} fallaron, en ${duration(performance.now() - startedMs)}`);
  process.exitCode = failed === 0 ? 0 : 1;
});
