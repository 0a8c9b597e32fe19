import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';
import { importDirectionFaults } from './import-directions.mjs';
import { type PlantedTree, plantTree } from './planted-tree.ts';

const RULES: { forbidden: { name: string }[] } = createRequire(import.meta.url)(
  fileURLToPath(new URL('../../.dependency-cruiser.cjs', import.meta.url)),
);

const CORE = 'packages/core/src';
const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';

/**
 * One forbidden import for each rule: the importing and the imported file. The imported file exists, so that only the
 * direction of the import is wrong.
 */
const VIOLATIONS: Record<string, readonly [from: string, to: string]> = {
  'core-imports-nothing': [`${CORE}/pcr/a.ts`, 'packages/contract/src/index.ts'],
  'contract-speaks-vocabulary': ['packages/contract/src/a.ts', `${CORE}/kernel/index.ts`],
  'client-stands-alone': ['packages/client/src/a.ts', 'packages/contract/src/index.ts'],
  'broker-kit-on-core': ['packages/broker-kit/src/a.ts', 'packages/contract/src/index.ts'],
  'broker-is-an-island': ['brokers/deriv/src/a.ts', 'brokers/quotex/src/index.ts'],
  'simulator-apart': ['brokers/deriv/src/simulator/a.ts', 'brokers/deriv/src/wire.ts'],
  'simulator-parts-for-simulators': ['brokers/deriv/src/b.ts', 'packages/broker-kit/src/simulator/index.ts'],
  'server-scope': [`${SERVER}/platform/a.ts`, `${WEB}/shared/thing.ts`],
  'cli-scope': ['apps/cli/src/a.ts', `${SERVER}/platform/thing.ts`],
  'web-scope': [`${WEB}/shared/a.ts`, 'packages/broker-kit/src/index.ts'],
  'scripts-stand-alone': ['scripts/a.ts', `${CORE}/kernel/index.ts`],
  'brokers-enter-at-composition': [`${SERVER}/features/trading/b.ts`, 'brokers/quotex/src/index.ts'],
  'platform-below-features': [`${SERVER}/platform/b.ts`, `${SERVER}/features/auth/index.ts`],
  'features-below-composition': [`${SERVER}/features/auth/a.ts`, `${SERVER}/composition/thing.ts`],
  'server-main-on-top': [`${SERVER}/composition/a.ts`, `${SERVER}/main.ts`],
  'feature-unlisted': [`${SERVER}/features/novelty/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-auth': [`${SERVER}/features/auth/b.ts`, `${SERVER}/features/trading/index.ts`],
  'feature-accounts': [`${SERVER}/features/accounts/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-brokers': [`${SERVER}/features/brokers/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-broker-check': [`${SERVER}/features/broker-check/a.ts`, `${SERVER}/features/pcr/index.ts`],
  'feature-market-data': [`${SERVER}/features/market-data/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-pcr': [`${SERVER}/features/pcr/a.ts`, `${SERVER}/features/auth/index.ts`],
  // The server feature `accounts` may be imported, but only through its index file.
  'feature-trading': [`${SERVER}/features/trading/a.ts`, `${SERVER}/features/accounts/inner.ts`],
  'feature-stream': [`${SERVER}/features/stream/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-signals': [`${SERVER}/features/signals/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-automations': [`${SERVER}/features/automations/a.ts`, `${SERVER}/features/pcr/index.ts`],
  'feature-strategies': [`${SERVER}/features/strategies/a.ts`, `${SERVER}/features/trading/index.ts`],
  'feature-auto-trading': [`${SERVER}/features/auto-trading/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-backtests': [`${SERVER}/features/backtests/a.ts`, `${SERVER}/features/trading/index.ts`],
  'feature-drawings': [`${SERVER}/features/drawings/a.ts`, `${SERVER}/features/accounts/index.ts`],
  'feature-evidence': [`${SERVER}/features/evidence/a.ts`, `${SERVER}/features/trading/index.ts`],
  'feature-evidence-log': [`${SERVER}/features/evidence-log/a.ts`, `${SERVER}/features/trading/index.ts`],
  'feature-journal': [`${SERVER}/features/journal/a.ts`, `${SERVER}/features/accounts/index.ts`],
  'feature-graduation': [`${SERVER}/features/graduation/a.ts`, `${SERVER}/features/trading/index.ts`],
  'feature-history-fetches': [`${SERVER}/features/history-fetches/a.ts`, `${SERVER}/features/market-data/index.ts`],
  'feature-notifications': [`${SERVER}/features/notifications/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-price-alerts': [`${SERVER}/features/price-alerts/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-price-files': [`${SERVER}/features/price-files/a.ts`, `${SERVER}/features/market-data/index.ts`],
  'feature-webhooks': [`${SERVER}/features/webhooks/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-push': [`${SERVER}/features/push/a.ts`, `${SERVER}/features/auth/index.ts`],
  'feature-telegram': [`${SERVER}/features/telegram/a.ts`, `${SERVER}/features/trading/index.ts`],
  'trading-venue-apart': [`${SERVER}/features/trading/venue/a.ts`, `${SERVER}/features/trading/placing/thing.ts`],
  'trading-places-through-port': [
    `${SERVER}/features/trading/placing/a.ts`,
    `${SERVER}/features/trading/paper/thing.ts`,
  ],
  'web-features-apart': [`${WEB}/features/charts/a.tsx`, `${WEB}/features/pcr/thing.ts`],
  'web-flows-down': [`${WEB}/features/charts/b.ts`, `${WEB}/app/thing.ts`],
  'web-shared-below': [`${WEB}/shared/b.ts`, `${WEB}/app/thing.ts`],
  'core-doors': [`${CORE}/pcr/c.ts`, `${CORE}/candles/inner.ts`],
  'core-layer-unlisted': [`${CORE}/novelty/a.ts`, `${CORE}/kernel/index.ts`],
  'core-layer-vocabulary': [`${CORE}/vocabulary/a.ts`, `${CORE}/kernel/index.ts`],
  'core-layer-kernel': [`${CORE}/kernel/a.ts`, `${CORE}/candles/index.ts`],
  'core-layer-money': [`${CORE}/money/a.ts`, `${CORE}/candles/index.ts`],
  'core-layer-market-model': [`${CORE}/market-model/a.ts`, `${CORE}/candles/index.ts`],
  'core-layer-candles': [`${CORE}/candles/a.ts`, `${CORE}/trades/index.ts`],
  'core-layer-indicators': [`${CORE}/indicators/a.ts`, `${CORE}/pcr/index.ts`],
  'core-layer-lengths': [`${CORE}/lengths/a.ts`, `${CORE}/candles/index.ts`],
  'core-layer-pcr': [`${CORE}/pcr/b.ts`, `${CORE}/strategies/index.ts`],
  'core-layer-rules': [`${CORE}/rules/a.ts`, `${CORE}/strategies/index.ts`],
  'core-layer-strategies': [`${CORE}/strategies/a.ts`, `${CORE}/pcr/index.ts`],
  'core-layer-trades': [`${CORE}/trades/a.ts`, `${CORE}/candles/index.ts`],
  'core-layer-risk': [`${CORE}/risk/a.ts`, `${CORE}/statistics/index.ts`],
  'core-layer-statistics': [`${CORE}/statistics/a.ts`, `${CORE}/risk/index.ts`],
  'core-layer-auto-trading': [`${CORE}/auto-trading/a.ts`, `${CORE}/pcr/index.ts`],
  'core-layer-calculator': [`${CORE}/calculator/a.ts`, `${CORE}/pcr/index.ts`],
  'core-layer-reach': [`${CORE}/reach/a.ts`, `${CORE}/trades/index.ts`],
  'core-layer-evidence-log': [`${CORE}/evidence-log/a.ts`, `${CORE}/trades/index.ts`],
  'core-layer-backtest': [`${CORE}/backtest/a.ts`, `${CORE}/market-model/index.ts`],
  'no-production-import-of-tests': [`${CORE}/candles/b.ts`, `${CORE}/candles/candles.test.ts`],
};

/** Rules whose violation needs more than one import between two files of the project. */
const SPECIAL: Record<string, Record<string, string>> = {
  'core-is-pure': { [`${CORE}/kernel/pure.ts`]: "import 'node:fs';\nimport type {} from 'some-package';" },
  'contract-runs-anywhere': { 'packages/contract/src/b.ts': "import 'zod';\nimport 'some-package';" },
  'client-runs-anywhere': { 'packages/client/src/b.ts': "import 'node:fs';\nimport 'some-package';" },
  'web-runs-in-a-browser': { [`${WEB}/shared/c.ts`]: "import 'node:path';" },
  'no-unresolvable': { [`${CORE}/kernel/c.ts`]: "import './nowhere.ts';" },
  'no-orphans': { [`${CORE}/kernel/alone.ts`]: 'export const alone = 1;' },
  'no-circular': { [`${WEB}/app/x.ts`]: "import './y.ts';", [`${WEB}/app/y.ts`]: "import type {} from './x.ts';" },
};

let tree: PlantedTree | undefined;
afterEach(() => tree?.remove());

const faultsIn = (files: Record<string, string>, links: Record<string, string> = {}) => {
  tree = plantTree({ 'package.json': '{ "type": "module", "workspaces": ["packages/*"] }', ...files }, links);
  return importDirectionFaults(tree.root);
};

const NPM_PACKAGES = {
  'node_modules/some-package/package.json': '{ "main": "index.js" }',
  'node_modules/some-package/index.js': '',
  'node_modules/zod/package.json': '{ "main": "index.js" }',
  'node_modules/zod/index.js': '',
};

/** Returns all files of the test project by path. The imported files are empty. */
function planted(): Record<string, string> {
  const targets = Object.values(VIOLATIONS).map(([, to]) => [to, 'export const thing = 1;']);
  const importers = Object.values(VIOLATIONS).map(([from, to]) => [from, importerOf(from, to)]);
  return Object.fromEntries([
    ...targets,
    ...importers,
    ...Object.values(SPECIAL).flatMap(Object.entries),
    ...Object.entries(NPM_PACKAGES),
  ]);
}

/**
 * Returns the text of a file that imports another file. A .tsx file also gets a JSX element, because a parser that
 * fails on JSX would find no imports.
 */
const importerOf = (from: string, to: string) =>
  `import ${JSON.stringify(`${up(from)}${to}`)};\n${from.endsWith('x') ? 'export const X = () => <p id="x">{1}</p>;' : ''}`;

const up = (path: string) => '../'.repeat(path.split('/').length - 1);

test('each import rule has a violation in this test and reports it', async () => {
  const faults = await faultsIn(planted());

  const planned = [...Object.keys(VIOLATIONS), ...Object.keys(SPECIAL)];
  expect(RULES.forbidden.map(({ name }) => name).toSorted()).toEqual(planned.toSorted());
  for (const name of planned)
    expect
      .soft(
        faults.some((fault) => fault.startsWith(`${name}: `)),
        name,
      )
      .toBe(true);
  expect.soft(faults).toContain(`core-is-pure: ${CORE}/kernel/pure.ts → fs`);
  expect.soft(faults).toContain(`core-is-pure: ${CORE}/kernel/pure.ts → node_modules/some-package/index.js`);
  expect.soft(faults.some((fault) => fault.includes('zod'))).toBe(false);
  for (const [name, [from, to]] of Object.entries(VIOLATIONS))
    expect.soft(faults).toContain(`${name}: ${from} → ${to}`);
});

test('a type-only import counts as an import', async () => {
  const faults = await faultsIn({
    [`${CORE}/kernel/a.ts`]: "import type { Candle } from '../candles/index.ts';",
    [`${CORE}/candles/index.ts`]: 'export type Candle = {};',
  });

  expect(faults).toEqual([`core-layer-kernel: ${CORE}/kernel/a.ts → ${CORE}/candles/index.ts`]);
});

test('imports through # and through a workspace name are resolved to the imported file', async () => {
  const core = {
    name: '@vigia/core',
    type: 'module',
    exports: { './kernel': './src/kernel/index.ts' },
    imports: { '#*': './src/*' },
  };
  const contract = { name: '@vigia/contract', type: 'module', dependencies: { '@vigia/core': '*' } };
  const faults = await faultsIn(
    {
      'packages/core/package.json': JSON.stringify(core),
      'packages/contract/package.json': JSON.stringify(contract),
      [`${CORE}/kernel/index.ts`]: "export { thing } from '#candles/index.ts';",
      [`${CORE}/candles/index.ts`]: 'export const thing = 1;',
      'packages/contract/src/index.ts': "export { thing } from '@vigia/core/kernel';",
    },
    { 'node_modules/@vigia/core': 'packages/core' },
  );

  expect(faults.toSorted()).toEqual([
    `contract-speaks-vocabulary: packages/contract/src/index.ts → ${CORE}/kernel/index.ts`,
    `core-layer-kernel: ${CORE}/kernel/index.ts → ${CORE}/candles/index.ts`,
  ]);
});

test('imports that the table in ARCHITECTURE.md allows are not reported', async () => {
  const faults = await faultsIn({
    [`${CORE}/kernel/index.ts`]: "import '../vocabulary/index.ts';",
    [`${CORE}/vocabulary/index.ts`]: '',
    'packages/contract/src/index.ts': "import '../../core/src/vocabulary/index.ts';",
    [`${SERVER}/features/accounts/index.ts`]: "import '../../platform/bus.ts';",
    [`${SERVER}/features/trading/index.ts`]: "import '../accounts/index.ts';",
    [`${SERVER}/features/trading/a.test.ts`]: "import '../../composition/all.ts';",
    [`${SERVER}/platform/bus.ts`]: "import '../../../../packages/contract/src/index.ts';",
    [`${SERVER}/composition/all.ts`]:
      "import '../features/trading/index.ts';\nimport '../../../../brokers/deriv/src/index.ts';",
    [`${SERVER}/main.ts`]: "import './composition/all.ts';",
    [`${SERVER}/features/novelty/index.ts`]: "import './inner.ts';",
    [`${SERVER}/features/novelty/inner.ts`]: '',
    'brokers/deriv/src/index.ts': "import '../../../packages/core/src/kernel/index.ts';",
    'apps/cli/src/main.ts': "import '../../server/src/main.ts';",
  });

  expect(faults).toEqual([]);
});

test('a folder tree without source files is reported as a fault', async () => {
  expect(await faultsIn({})).toEqual(['no-source-files: there is nothing to cruise']);
});

test('dependency-cruiser without any read file is reported as a fault, although the tool succeeds', async () => {
  tree = plantTree({ 'package.json': '{}', ...planted() });
  const faults = await importDirectionFaults(tree.root, { exclude: { path: '[.]tsx?$' } });

  expect(faults).toEqual([expect.stringMatching(/^not-all-cruised: (\d+) of \1 files were not read/)]);
});

test('a source file that dependency-cruiser did not read is reported as a fault', async () => {
  tree = plantTree({
    'package.json': '{}',
    [`${CORE}/kernel/index.ts`]: "import '../vocabulary/index.ts';",
    [`${CORE}/vocabulary/index.ts`]: '',
  });
  const faults = await importDirectionFaults(tree.root, { exclude: { path: 'vocabulary' } });

  expect(faults).toEqual([
    `not-all-cruised: 1 of 2 files were not read, such as ${CORE}/vocabulary/index.ts`,
    expect.anything(),
  ]);
});

test('ARCHITECTURE.md lists the features that each feature of the server may import', () => {
  const text = (file: string) => readFileSync(`${ROOT}/${file}`, 'utf8');
  const [, table = ''] = /const FEATURE_DOORS = [{]([^]*?)\n[}];/.exec(text('.dependency-cruiser.cjs')) ?? [];
  const checked = [...table.matchAll(/^ {2}'?([\w-]+)'?: \[(.*)\],$/gm)].map(([, feature, doors = '']) =>
    [feature, ...doors.matchAll(/[\w-]+/g)].join(' '),
  );
  const listed = [...text('ARCHITECTURE.md').matchAll(/^- ([\w-]+) → (.+)$/gm)].map(([, feature, doors = '']) =>
    doors === 'no other feature' ? feature : [feature, ...doors.matchAll(/[\w-]+/g)].join(' '),
  );
  expect(checked.length).toBeGreaterThan(10);
  expect(listed).toEqual(checked);
});
