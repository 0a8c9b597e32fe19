import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';
import { adapterFileFaults } from './adapter-files.mjs';
import { type PlantedTree, plantTree } from './planted-tree.ts';

const TABLES = [
  '### Every adapter, `src`\n\n| file | job |\n|---|---|\n| `session.ts` | a login, see `wire` |\n',
  '### Some adapters, `src`\n\n| file | job |\n|---|---|\n| `sign-in.ts` | steps |\n',
  '### One adapter, `src`\n\n| adapter | files |\n|---|---|\n| `deriv` | `line.ts` |\n',
  '### Every adapter, `src/simulator`\n\n| file | job |\n|---|---|\n| `quirks.ts` | switches |\n',
].join('\n');

let tree: PlantedTree | null = null;
afterEach(() => tree?.remove());

function faultsWith(paths: readonly string[], page = TABLES): string[] {
  const files = paths.map((path) => [`brokers/${path}`, ''] as const);
  tree = plantTree({ 'brokers/README.md': page, ...Object.fromEntries(files) });
  return adapterFileFaults(tree.root);
}

const WHOLE = ['deriv/src/session.ts', 'deriv/src/line.ts', 'deriv/src/simulator/quirks.ts'];

describe('the check of the file names of adapters', () => {
  it('accepts the files that the page names, tests and test tools, and an adapter without a network connection', () => {
    const others = [
      'deriv/src/sign-in.ts',
      'deriv/src/session.test.ts',
      'deriv/src/testing-rows.ts',
      'simulated/src/x.ts',
    ];
    expect(faultsWith([...WHOLE, ...others])).toEqual([]);
  });

  it('reports a missing file, a file that the page does not list, and a listed file that no adapter has', () => {
    expect(faultsWith(['deriv/src/conversation.ts', 'deriv/src/simulator/switches.ts'])).toEqual([
      'brokers/deriv/src/session.ts: every adapter has this file',
      'brokers/deriv/src/conversation.ts: brokers/README.md does not name this file',
      'brokers/deriv/src/line.ts: brokers/README.md names it in vain',
      'brokers/deriv/src/simulator/quirks.ts: every adapter has this file',
      'brokers/deriv/src/simulator/switches.ts: brokers/README.md does not name this file',
    ]);
  });

  it('reports an adapter in brokers/README.md that has no folder, and a README without its tables', () => {
    const gone = TABLES.replace('| `deriv` |', '| `gone` |').replace('`line.ts`', '`x.ts`');
    expect(faultsWith(['deriv/src/session.ts', 'deriv/src/simulator/quirks.ts'], gone)).toEqual([
      'brokers/README.md: names an adapter that does not exist: gone',
    ]);
    expect(() => faultsWith(WHOLE, '')).toThrow('no table');
  });

  it('accepts this project', () => {
    expect(readFileSync(join(ROOT, 'brokers/README.md'), 'utf8')).toContain('`session.ts`');
    expect(adapterFileFaults()).toEqual([]);
  });
});
