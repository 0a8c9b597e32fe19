/** `npm run verify`: every static check. */
import { duration, main, say } from './lib/say.mjs';
import { runChecks } from './lib/verify.mjs';

await main(async () => {
  const startedMs = performance.now();
  const { passed, failed } = await runChecks();
  say(`${passed} comprobaciones pasaron, ${failed} fallaron, en ${duration(performance.now() - startedMs)}`);
  process.exitCode = failed === 0 ? 0 : 1;
});
