/**
 * `node scripts/client-types.mjs`: writes the types of packages/client from docs/openapi.json; part of `npm run
 * openapi`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_TYPES, currentClientTypes } from './checks/client-types.mjs';
import { main, say } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

await main(async () => {
  writeFileSync(join(ROOT, CLIENT_TYPES), currentClientTypes());
  say(`${CLIENT_TYPES}: escrito`);
});
