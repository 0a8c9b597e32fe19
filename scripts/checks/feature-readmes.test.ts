import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';

const FEATURES = join(ROOT, 'apps/server/src/features');
const features = readdirSync(FEATURES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const FILE = /`([\w./{},-]+(?:[.]ts|\/))`/g;

/** Expands braces: `a/{b,c}.ts` → a/b.ts, a/c.ts. */
function expand(path: string): string[] {
  const [, before = '', choices = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return choices === '' ? [path] : choices.split(',').map((choice) => before + choice + after);
}

/** The files that a README names and that exist neither next to it nor relative to the root of the repository. */
function missingFiles(feature: string): string[] {
  const folder = join(FEATURES, feature);
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  return [...text.matchAll(FILE)]
    .flatMap(([, path = '']) => expand(path))
    .filter((path) => !existsSync(join(folder, path)) && !existsSync(join(ROOT, path)));
}

describe('the README of a server feature', () => {
  it.each(features)('exists for %s and names only files that exist', (feature) => {
    expect(missingFiles(feature)).toEqual([]);
  });
});
