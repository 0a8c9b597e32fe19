/**
 * `npm run pictures`: renews the pictures in e2e/visual of screens that look different now. Look at the new pictures
 * before you commit them.
 */
import { ensureBrowser } from './ci/browser.mjs';
import { ensureInstalled } from './lib/installation.mjs';
import { runNode, toolFile } from './lib/processes.mjs';
import { main, Stop } from './lib/say.mjs';

await main(async () => {
  await ensureInstalled();
  const env = { CHROMIUM_PATH: await ensureBrowser() };
  const built = await runNode('scripts/build.mjs', [], { shown: true });
  if (built.code !== 0) throw new Stop('Sin construir no hay qué retratar.');
  const args = ['test', '--config', 'e2e/playwright.config.ts', 'visual', '--update-snapshots', '--reporter=list'];
  const taken = await runNode(toolFile('@playwright/test', 'playwright'), args, { env, shown: true });
  if (taken.code !== 0) throw new Stop('Alguna pantalla no llegó a estar completa.');
});
