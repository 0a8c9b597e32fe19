import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';

const foldersIn = (parent: string): string[] =>
  readdirSync(join(ROOT, parent), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${parent}/${entry.name}`] : [],
  );
const webFeatures = foldersIn('apps/web/src/features');
const described = [...foldersIn('apps/server/src/features'), ...webFeatures, 'apps/cli'];
const FILE = /`([\w./{},-]+(?:[.]tsx?|\/))`/g;

/** Expands braces in a path: `a/{b,c}.ts` → a/b.ts, a/c.ts. */
function expand(path: string): string[] {
  const [, before = '', choices = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return choices === '' ? [path] : choices.split(',').map((choice) => before + choice + after);
}

/**
 * Returns the files that a README names but that do not exist. A name is relative to the README or to the root of the
 * repository.
 */
function missingFiles(path: string): string[] {
  const folder = join(ROOT, path);
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  return [...text.matchAll(FILE)]
    .flatMap(([, file = '']) => expand(file))
    .filter((file) => !existsSync(join(folder, file)) && !existsSync(join(ROOT, file)));
}

const APP = 'apps/web/src/app';
const appFiles = readdirSync(join(ROOT, APP), { recursive: true, encoding: 'utf8' })
  .filter((file) => /[.]tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => `${APP}/${file}`);

/** Returns the files of the app that import from a feature. */
const importersOf = (path: string): string[] =>
  appFiles.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(`#features/${basename(path)}/`)).toSorted();

/** Returns the files that a README lists as users of the feature. */
const usersIn = (path: string): string[] => {
  const [, users = ''] = /^Used by ([^]*?)\.$/m.exec(readFileSync(join(ROOT, path, 'README.md'), 'utf8')) ?? [];
  return [...users.matchAll(FILE)].map(([, file = '']) => file).toSorted();
};

describe('the README', () => {
  it.each(described)('of %s exists and names only files that exist', (path) => {
    expect(missingFiles(path)).toEqual([]);
  });

  it.each(webFeatures)('of %s lists exactly the files of the app that import the feature', (path) => {
    expect(usersIn(path)).toEqual(importersOf(path));
  });
});
