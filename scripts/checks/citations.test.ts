import { afterEach, describe, expect, it } from 'vitest';
import { citationFaults } from './citations.mjs';
import { type PlantedTree, plantTree } from './planted-tree.ts';

const PAGES = {
  'docs/spec/pcr.md':
    '# PCR\n\n## 1. Candles\n\n## 2. The run\n\nSee [money](money.md) §3 and [the top](#1-candles).\n',
  'docs/spec/money.md': '# Money\n\n## 3. Ledger\n',
};

let tree: PlantedTree | undefined;
afterEach(() => tree?.remove());

/**
 * Returns the names of the rules that a file with this text breaks. The project of the test also has two correct pages.
 */
function broken(file: string, text: string): string[] {
  tree = plantTree({ ...PAGES, [file]: text });
  return citationFaults([...Object.keys(PAGES), file], tree.root).map((fault) => fault.split(':')[0] ?? '');
}

describe('the check of citations', () => {
  it.each([
    ['a.ts', '/** Docs (docs/spec/gone.md). */', 'citation'],
    ['a.ts', '/** Runs (docs/spec/pcr.md §7). */', 'citation'],
    ['a.ts', '/** Runs (docs/spec/pcr.md §1, §7). */', 'citation'],
    ['a.ts', '/**\n * Runs (docs/spec/pcr.md\n * §7).\n */', 'citation'],
    ['a.sql', '-- docs/spec/pcr.md §7', 'citation'],
    ['README.md', '[gone](docs/gone.md)', 'link'],
    ['docs/a.md', '[the folder above](docs/spec/pcr.md#1-candles)', 'link'],
    ['README.md', '[no such section](docs/spec/pcr.md) §7', 'link'],
    ['README.md', '[no such heading](docs/spec/pcr.md#candles)', 'link'],
    ['ARCHITECTURE.md', 'See `packages/gone/a.ts`.', 'path'],
    ['docs/guides/a.md', 'Copy `apps/gone`.', 'path'],
    ['a.ts', '/** Runs (pcr.md §1). */', 'outside-document'],
    ['a.ts', '/** PROTOCOLS §2.3 */', 'outside-document'],
    ['a.ts', '/** What RELIABILITY.md asks. */', 'outside-document'],
    ['a.md', 'AUTH_CONTRACT knows it.', 'outside-document'],
    ['a.ts', '// decisions §4', 'outside-document'],
    ['a.ts', '// The product specification (§8)', 'outside-document'],
    ['a.ts', '// product-spec.md §4', 'outside-document'],
    ['a.ts', '// shared, PERF.md', 'outside-document'],
  ])('reports the file %s with the text %j', (file, text, rule) => {
    expect(broken(file, text)).toContain(rule);
  });

  it.each([
    ['a.ts', '/** Runs (docs/spec/pcr.md §1, §2). */'],
    ['a.ts', '/**\n * Runs (docs/spec/pcr.md\n * §2).\n */'],
    ['a.ts', '/** docs/spec/pcr.md says why; RFC 8292 §3. */'],
    ['docs/decisions/a.md', '[runs](../spec/pcr.md) §2, [first](../spec/pcr.md#1-candles), [folder](../spec)'],
    ['README.md', '[site](https://example.test/docs/gone.md) [mail](mailto:a@example.test)'],
    ['a.sql', 'CREATE FUNCTION a() RETURNS trigger SECURITY DEFINER'],
    ['a.json', '"docs/spec/gone.md"'],
    ['docs/guides/a.md', '`docs/spec`, `docs/spec/pcr.md`, `packages/<name>/a.ts`, `git/a`'],
    ['docs/decisions/a.md', 'It was `packages/gone/a.ts`.'],
  ])('accepts the file %s with the text %j', (file, text) => {
    expect(broken(file, text)).toEqual([]);
  });
});
