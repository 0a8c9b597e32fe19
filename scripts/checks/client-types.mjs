import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderClientTypes } from '../lib/client-types.mjs';
import { ROOT, readIfPresent } from '../lib/workspace.mjs';

/** The generated types of packages/client. */
export const CLIENT_TYPES = 'packages/client/src/api-types.ts';

/** Returns the types of packages/client as docs/openapi.json requires them. */
export const currentClientTypes = () =>
  renderClientTypes(JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')));

/**
 * Returns a fault if the committed types do not match docs/openapi.json.
 * @param {string | null} [committed]
 * @param {string} [current]
 * @returns {string[]}
 */
export const clientTypeFaults = (
  committed = readIfPresent(join(ROOT, CLIENT_TYPES)),
  current = currentClientTypes(),
) => (committed === current ? [] : [`${CLIENT_TYPES}: does not match docs/openapi.json; run npm run openapi`]);
