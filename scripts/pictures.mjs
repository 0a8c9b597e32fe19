/**
 * `npm run pictures`: takes the pictures of e2e/visual anew where a screen no longer looks like its own, and keeps them small.
 * What comes of it is looked at before it is committed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { inFewColors } from './lib/few-colors.mjs';
import { ensureInstalled } from './lib/installation.mjs';
import { runNode, toolFile } from './lib/processes.mjs';
import { main, Stop } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

const PICTURES = join(ROOT, 'e2e/visual/pictures');

await main(async () => {
  await ensureInstalled();
  const env = { CHROMIUM_PATH: await ensureBrowser() };
  const built = await runNode('scripts/build.mjs', [], { shown: true });
  if (built.code !== 0) throw new Stop('Sin construir no hay qué retratar.');
  const args = ['test', '--config', 'e2e/playwright.config.ts', 'visual', '--update-snapshots', '--reporter=list'];
  const taken = await runNode(toolFile('@playwright/test', 'playwright'), args, { env, shown: true });
  for (const name of readdirSync(PICTURES).filter((file) => file.endsWith('.png'))) {
    const file = join(PICTURES, name);
    const png = readFileSync(file);
    const small = inFewColors(png);
    if (small !== png) writeFileSync(file, small);
  }
  if (taken.code !== 0) throw new Stop('Alguna pantalla no llegó a estar completa.');
});
