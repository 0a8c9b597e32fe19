import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';

const foldersIn = (parent: string): string[] =>
  readdirSync(join(ROOT, parent), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${parent}/${entry.name}`] : [],
  );
const described = [...foldersIn('apps/server/src/features'), ...foldersIn('apps/web/src/features'), 'apps/cli'];
const FILE = /`([\w./{},-]+(?:[.]tsx?|\/))`/g;

/** Expands braces: `a/{b,c}.ts` → a/b.ts, a/c.ts. */
function expand(path: string): string[] {
  const [, before = '', choices = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return choices === '' ? [path] : choices.split(',').map((choice) => before + choice + after);
}

/** The files that a README names and that exist neither next to it nor relative to the root of the repository. */
function missingFiles(path: string): string[] {
  const folder = join(ROOT, path);
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  return [...text.matchAll(FILE)]
    .flatMap(([, file = '']) => expand(file))
    .filter((file) => !existsSync(join(folder, file)) && !existsSync(join(ROOT, file)));
}

describe('the README', () => {
  it.each(described)('of %s exists and names only files that exist', (path) => {
    expect(missingFiles(path)).toEqual([]);
  });
});
