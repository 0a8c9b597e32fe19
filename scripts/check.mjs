/**
 * `npm run check`: runs the static checks, the unit and property tests and the check of docs/openapi.json. The first
 * run takes minutes; later runs repeat only the stages whose inputs changed. `npm test` adds the integration, fault,
 * cluster and browser tests.
 */
import { ensureInstalled } from './lib/installation.mjs';
import { main } from './lib/say.mjs';

await main(async () => {
  await ensureInstalled();
  const { runStages } = await import('./lib/run-stages.mjs');
  const { QUICK_STAGES } = await import('./lib/stages.mjs');
  await runStages(QUICK_STAGES, { isCached: true });
});
