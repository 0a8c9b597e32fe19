import { afterEach, describe, expect, test } from 'vitest';
import { type PlantedTree, plantTree } from './planted-tree.ts';
import { castFaults, castsIn } from './type-casts.mjs';

let tree: PlantedTree | undefined;
afterEach(() => tree?.remove());

/** Returns the faults of a project whose only file has ten lines and `casts` type casts. Two casts are allowed. */
function faultsWith(file: string, casts: number): string[] {
  const lines = Array.from({ length: 10 }, (_, index) => `let a${index} = b${index < casts ? ' as B' : ''};\n`);
  tree = plantTree({ [file]: lines.join('') });
  return castFaults([file], tree.root, 200);
}

describe('the maximum number of type casts', () => {
  test('is exceeded after one more cast, and the report names the file', () => {
    expect(faultsWith('apps/server/src/a.ts', 2)).toEqual([]);
    expect(faultsWith('apps/server/src/a.ts', 3)).toEqual([
      'type-casts: 3 casts in 10 lines, 200 per 1000 allowed; most: apps/server/src/a.ts (3)',
    ]);
  });

  test.each([
    'apps/server/src/a.test.ts',
    'apps/server/src/features/testing-rows.ts',
    'apps/web/src/shared/test/rows.tsx',
    'packages/testkit/src/a.ts',
    'scripts/a.ts',
  ])('does not include the casts of %s', (file) => expect(faultsWith(file, 9)).toEqual([]));
});

test.each([
  ['const a = b as B;', 1],
  ['const a = b as unknown as B;', 2],
  ['const a = f(<B>b);', 1],
  ['const a = (b as B)(c as C);', 2],
  ["const a = ['x'] as const;", 0],
  ['const a = b satisfies B;', 0],
  ["import { a as b } from './a.ts'; import * as c from './c.ts'; export { b as d }; void c;", 0],
  ['type A = { [K in B as C<K>]: K };', 0],
  ["// it is as C\nconst a = 'b as B';", 0],
])('the code %s is counted as %i type casts', (text, casts) => {
  expect(castsIn('a.ts', text)).toBe(casts);
});
