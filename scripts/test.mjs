/**
 * `npm test`: runs the checks and tests that a change must pass; the last line is `N passed, N failed`. It does not
 * repeat a stage whose inputs are unchanged since its last successful run: the counts of the stage come from the cache.
 * `npm run test:all` runs everything.
 */
import { ensureInstalled } from './lib/installation.mjs';
import { main } from './lib/say.mjs';

await main(async () => {
  await ensureInstalled();
  const { runStages } = await import('./lib/run-stages.mjs');
  const { SHORT_STAGES } = await import('./lib/stages.mjs');
  await runStages(SHORT_STAGES, { isCached: true });
});
