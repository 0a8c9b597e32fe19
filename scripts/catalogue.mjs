/** `npm run catalogue`: shows every UI component in all of its states in a browser, until the user presses Ctrl-C. */
import { join } from 'node:path';
import { ensureInstalled } from './lib/installation.mjs';
import { main, say } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

await main(async () => {
  await ensureInstalled();
  const { createServer } = await import('vite');
  const server = await createServer({
    root: join(ROOT, 'apps/web'),
    server: { open: process.env['CI'] ? false : '/catalogue/', port: 5190 },
  });
  await server.listen();
  say(`Catálogo: ${server.resolvedUrls?.local[0] ?? ''}catalogue/`);
});
