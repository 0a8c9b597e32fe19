/**
 * `npm test`: runs the checks and tests that a change must pass; the last line is `N passed, N failed`. A stage with
 * unchanged inputs since its last successful run is not repeated: its counts come from the cache. `npm run test:all`
 * runs everything.
 */
import { ensureInstalled } from './lib/installation.mjs';
import { main } from './lib/say.mjs';

await main(async () => {
  await ensureInstalled();
  const { runStages } = await import('./lib/run-stages.mjs');
  const { SHORT_STAGES } = await import('./lib/stages.mjs');
  await runStages(SHORT_STAGES, { isCached: true });
});
