/** `npm test`: everything that can be proven on this machine, ending in one line `N passed, N failed`. */
import { ensureInstalled } from './lib/installation.mjs';
import { duration, main, Stop, say } from './lib/say.mjs';

await main(async () => {
  await ensureInstalled();
  const { STAGES } = await import('./lib/stages.mjs');
  const total = { passed: 0, failed: 0 };
  for (const stage of STAGES) {
    const { passed, failed } = await outcome(stage);
    total.passed += passed;
    total.failed += failed;
  }
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
  say(`${total.passed} passed, ${total.failed} failed`);
});

/**
 * Runs a stage whatever the earlier ones came to, so that one run shows all there is to mend.
 * @param {import('./lib/stages.mjs').Stage} stage
 * @returns {Promise<import('./lib/counts.mjs').Counts>}
 */
async function outcome({ name, hasWork, run }) {
  if (!hasWork()) {
    say(`- ${name}: no hay nada que ejecutar, se omite`);
    return { passed: 0, failed: 0 };
  }
  say(`▸ ${name}`);
  const startedMs = performance.now();
  /** @type {import('./lib/counts.mjs').Counts} */
  const counts = await run().catch(crashed);
  const skipped = counts.skipped ? `, ${counts.skipped} omitidas` : '';
  const took = duration(performance.now() - startedMs);
  say(
    `${counts.failed === 0 ? '✓' : '✗'} ${name}: ${counts.passed} pasaron, ${counts.failed} fallaron${skipped} (${took})`,
  );
  return counts;
}

/** @param {unknown} error */
function crashed(error) {
  say(error instanceof Stop ? error.message : String(error instanceof Error ? error.stack : error));
  return { passed: 0, failed: 1 };
}
