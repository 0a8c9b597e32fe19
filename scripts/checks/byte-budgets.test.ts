import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BYTE_BUDGETS, budgetFaults, buildInMemory, firstLoad } from './byte-budgets.mjs';

/** Returns random code of this length, because random code cannot be compressed. */
const code = (bytes: number) => randomBytes(bytes).toString('base64');
const ROUTE = { screen: 'inicio', limitKb: 40, routes: ['src/route.tsx'] };

function built(extra: Readonly<Record<string, readonly string[]>> = {}) {
  const manifest = {
    'index.html': { file: 'index.js', imports: ['_shared.js'] },
    'src/route.tsx': { file: 'route.js', imports: ['_shared.js', ...(extra['imports'] ?? [])] },
    '_shared.js': { file: 'shared.js' },
    '_heavy.js': { file: 'heavy.js' },
  };
  return {
    manifest,
    code: new Map(['index.js', 'route.js', 'shared.js', 'heavy.js'].map((file) => [file, code(10_000)])),
  };
}

describe('the byte budget of a screen', () => {
  test('counts the files of the entry, of the route and of their static imports, each file once', () => {
    expect(firstLoad(built(), ROUTE.routes).map(({ file }) => file)).toHaveLength(3);
    expect(budgetFaults(built(), [ROUTE])).toEqual([]);
  });

  test('is exceeded after one more import, and the report names the largest files', () => {
    const faults = budgetFaults(built({ imports: ['_heavy.js'] }), [{ ...ROUTE, limitKb: 35 }]);
    expect(faults[0]).toMatch(/^inicio: \d\d\.\d KB of JavaScript at first load, 35 KB allowed/);
    expect(faults.join('\n')).toContain('heavy.js');
  });

  test('is reported as a fault if its route is not a chunk of the build', () => {
    expect(budgetFaults(built(), [{ ...ROUTE, routes: ['src/moved.tsx'] }])[0]).toContain('src/moved.tsx');
  });
});

test('the byte budgets of all screens are checked on the built app', { timeout: 60_000 }, async () => {
  const app = await buildInMemory();
  expect(budgetFaults(app, [{ screen: 'portada', limitKb: 1, routes: BYTE_BUDGETS[0]?.routes ?? [] }])[0]).toMatch(
    /^portada: \d{2,}/,
  );
  expect(firstLoad(app, [])[0]?.bytes).toBeGreaterThan(50_000);
});
