/**
 * `npm test`: runs the checks and tests that every change must pass. The last line is `N passed, N failed`. If the
 * inputs of a stage have not changed since its last successful run, the stage does not run again: its counts come from
 * the cache. `npm run test:all` runs everything.
 */
import { ensureInstalled } from './lib/installation.mjs';
import { main } from './lib/say.mjs';

await main(async () => {
  await ensureInstalled();
  const { runStages } = await import('./lib/run-stages.mjs');
  const { SHORT_STAGES } = await import('./lib/stages.mjs');
  await runStages(SHORT_STAGES, { isCached: true });
});
