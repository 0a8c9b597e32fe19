import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';

/** Folders that the tables of docs/security.md omit from the start of a path. */
const BASES = ['', 'apps/server/src', 'apps/server/src/features', 'apps/web/src', 'packages'];
const FILE = /`([\w.-]+(?:\/[\w.-]+)*(?:[.](?:[cm]?[jt]sx?|sql|es[.]ts)|\/))`/g;

/** Returns the guards and tests that the tables name but that do not exist in the code. */
function missing(): string[] {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  const files = rows.flatMap((row) => [...row.matchAll(FILE)].map(([, file = '']) => file));
  return files.filter((file) => !BASES.some((base) => existsSync(join(ROOT, base, file))));
}

it('docs/security.md names only guards and tests that exist', () => {
  expect(missing()).toEqual([]);
});
