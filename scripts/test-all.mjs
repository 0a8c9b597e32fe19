/** `npm run test:all`: runs every test completely and without a cache, before every release. It takes hours. */
import { ensureInstalled } from './lib/installation.mjs';
import { main } from './lib/say.mjs';

await main(async () => {
  await ensureInstalled();
  const { runStages } = await import('./lib/run-stages.mjs');
  const { ALL_STAGES } = await import('./lib/stages.mjs');
  await runStages(ALL_STAGES, { isCached: false });
});
