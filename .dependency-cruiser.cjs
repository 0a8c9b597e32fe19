/** Import directions of the project. ARCHITECTURE.md says the same in prose; this table is what binds. */

/** Inside packages/core a layer sees only the layers listed for it. */
const CORE_LAYERS = {
  vocabulary: [],
  kernel: ['vocabulary'],
  'market-model': ['vocabulary', 'kernel'],
  candles: ['vocabulary', 'kernel'],
  'evidence-log': ['kernel'],
  indicators: ['vocabulary', 'kernel', 'candles'],
  lengths: ['vocabulary', 'kernel'],
  pcr: ['vocabulary', 'kernel', 'lengths', 'candles', 'indicators'],
  reach: ['kernel'],
  rules: ['vocabulary', 'kernel', 'candles', 'indicators'],
  strategies: ['vocabulary', 'kernel', 'lengths', 'candles', 'indicators', 'rules'],
  money: ['vocabulary', 'kernel'],
  trades: ['vocabulary', 'kernel', 'lengths', 'money'],
  risk: ['vocabulary', 'kernel', 'money', 'trades'],
  statistics: ['vocabulary', 'kernel', 'money', 'trades'],
  'auto-trading': ['vocabulary', 'kernel', 'money', 'trades', 'risk', 'statistics'],
  calculator: ['vocabulary', 'kernel', 'money', 'trades', 'statistics', 'auto-trading'],
  backtest: [
    'vocabulary',
    'kernel',
    'lengths',
    'candles',
    'indicators',
    'pcr',
    'strategies',
    'trades',
    'risk',
    'statistics',
  ],
};

/** Server features that may import another feature's index.ts. */
const FEATURE_DOORS = {
  accounts: [],
  auth: ['accounts'],
  'market-data': ['accounts', 'brokers'],
  signals: ['market-data'],
  automations: ['accounts', 'market-data', 'signals'],
  pcr: ['accounts', 'automations', 'evidence', 'market-data', 'signals'],
  strategies: ['accounts', 'automations', 'evidence', 'market-data', 'signals'],
  brokers: ['accounts'],
  'broker-check': ['accounts', 'brokers', 'trading'],
  trading: ['accounts', 'brokers', 'evidence', 'graduation', 'market-data'],
  'auto-trading': ['accounts', 'graduation', 'market-data', 'pcr', 'signals', 'strategies', 'trading'],
  backtests: ['market-data', 'pcr', 'price-files', 'strategies'],
  drawings: [],
  evidence: ['accounts'],
  'evidence-log': [],
  graduation: ['accounts', 'evidence'],
  'history-fetches': ['brokers', 'price-files'],
  journal: ['notifications', 'trading'],
  notifications: ['brokers', 'market-data', 'pcr', 'signals', 'strategies', 'trading'],
  'price-alerts': ['market-data', 'notifications'],
  'price-files': [],
  push: ['notifications'],
  telegram: ['accounts', 'notifications'],
  stream: ['accounts', 'brokers', 'market-data', 'notifications', 'pcr', 'signals', 'strategies', 'trading'],
  webhooks: ['accounts', 'evidence-log', 'notifications'],
};

/** Tests and what only tests use: free to import anything, imported by no one else. */
const TESTS = [
  '[.]test[.]tsx?$',
  '(^|/)test(ing)?/',
  '/testing[.]tsx?$',
  '/testing-[a-z-]+[.]ts$',
  '^packages/testkit/',
];
const FREE = [...TESTS, '^(e2e|bench|faults)/'];
const OURS = '^(packages|brokers|apps|e2e|bench|faults|scripts)/';
const NODE = ['core'];
const NPM = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown'];

const anyOf = (names) => `(?:${names.join('|') || '-nothing-'})`;

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Code under `from` (its tests aside) may import only `allowed` among our own files. */
const mayOnlyReach = (name, comment, from, allowed) =>
  rule(name, comment, { path: from, pathNot: FREE }, { path: OURS, pathNot: allowed });

const mayNotImport = (name, comment, from, to) => rule(name, comment, { path: from, pathNot: FREE }, to);

const workspaces = [
  mayOnlyReach('core-imports-nothing', 'The domain is the bottom.', '^packages/core/', ['^packages/core/']),
  mayNotImport('core-is-pure', 'No Node and no npm in the domain.', '^packages/core/', {
    dependencyTypes: [...NODE, ...NPM],
  }),
  mayOnlyReach(
    'contract-speaks-vocabulary',
    'Wire shapes share words and the parameters of strategies with the domain, not behaviour.',
    '^packages/contract/',
    [
      '^packages/contract/',
      '^packages/core/src/vocabulary/',
      '^packages/core/src/(strategies|rules|pcr/setup)/definitions[.]ts$',
    ],
  ),
  mayNotImport('contract-runs-anywhere', 'The contract needs zod and nothing else.', '^packages/contract/', {
    dependencyTypes: [...NODE, ...NPM],
    pathNot: '(^|/)node_modules/zod/',
  }),
  mayOnlyReach('client-stands-alone', 'Others install the client without the rest.', '^packages/client/', [
    '^packages/client/',
  ]),
  mayNotImport('client-runs-anywhere', 'The client needs no package and no Node.', '^packages/client/', {
    dependencyTypes: [...NODE, ...NPM],
  }),
  mayOnlyReach('broker-kit-on-core', 'Ports speak domain types.', '^packages/broker-kit/', [
    '^packages/(broker-kit|core)/',
  ]),
  mayOnlyReach('broker-is-an-island', 'A broker never imports another broker.', '^brokers/([^/]+)/', [
    '^brokers/$1/',
    '^packages/(broker-kit|core)/',
  ]),
  mayNotImport(
    'simulator-apart',
    'A simulator that shares code with its adapter would share its mistakes.',
    '^brokers/([^/]+)/(src/)?simulator/',
    { path: '^brokers/$1/', pathNot: '^brokers/$1/(src/)?simulator/' },
  ),
  mayNotImport(
    'simulator-parts-for-simulators',
    'What plays the broker is never part of what talks to one.',
    '^(packages|brokers|apps)/(?!broker-kit/src/simulator/)(?![^/]+/(src/)?simulator/)',
    { path: '^packages/broker-kit/src/simulator/' },
  ),
  mayOnlyReach('server-scope', 'The server never imports the web or the command line.', '^apps/server/', [
    '^apps/server/',
    '^packages/(core|contract|broker-kit)/',
    '^brokers/',
  ]),
  mayOnlyReach(
    'cli-scope',
    'The command line starts the server by its main door and brokers only as simulators.',
    '^apps/cli/',
    [
      '^apps/cli/',
      '^packages/(core|contract|client|broker-kit)/',
      '^apps/server/src/main[.]ts$',
      '^brokers/[^/]+/(src/)?simulator/',
    ],
  ),
  mayOnlyReach('web-scope', 'The browser sees the contract and the pure domain.', '^apps/web/', [
    '^apps/web/',
    '^packages/(contract|core)/',
  ]),
  mayNotImport('web-runs-in-a-browser', 'There is no Node in a browser.', '^apps/web/src/', { dependencyTypes: NODE }),
  mayOnlyReach('scripts-stand-alone', 'Scripts run before anything is built.', '^scripts/', ['^scripts/']),
];

const insideServer = [
  mayNotImport(
    'brokers-enter-at-composition',
    'Only the composition root names a concrete broker.',
    '^apps/server/src/(?!composition/)',
    { path: '^brokers/' },
  ),
  mayNotImport(
    'platform-below-features',
    'The platform serves features and knows none.',
    '^apps/server/src/platform/',
    { path: '^apps/server/src/(features|composition)/' },
  ),
  mayNotImport(
    'features-below-composition',
    'Features are put together, they do not put together.',
    '^apps/server/src/features/',
    { path: '^apps/server/src/composition/' },
  ),
  mayNotImport('server-main-on-top', 'The process starts the rest, nothing starts it.', '^apps/server/src/', {
    path: '^apps/server/src/main[.]ts$',
  }),
  mayNotImport(
    'feature-unlisted',
    'A new feature says here whose doors it uses.',
    `^apps/server/src/features/(?!${anyOf(Object.keys(FEATURE_DOORS))}/)([^/]+)/`,
    { path: '^apps/server/src/features/', pathNot: '^apps/server/src/features/$1/' },
  ),
  ...Object.entries(FEATURE_DOORS).map(([feature, doors]) =>
    mayNotImport(
      `feature-${feature}`,
      `It may import: ${doors.join(', ') || 'no other feature'}.`,
      `^apps/server/src/features/${feature}/`,
      {
        path: '^apps/server/src/features/',
        pathNot: [`^apps/server/src/features/${feature}/`, `^apps/server/src/features/${anyOf(doors)}/index[.]ts$`],
      },
    ),
  ),
];

/** Inside trading, placing an order and the venues meet at one port; trading.ts puts them together. */
const TRADING = '^apps/server/src/features/trading';
const insideTrading = [
  mayNotImport(
    'trading-venue-apart',
    'A venue implements venue-port.ts. It knows neither how orders are placed nor another venue.',
    `${TRADING}/(paper|venue)/`,
    { path: `${TRADING}/(placing/|paper/|venue/|trading[.]ts$)`, pathNot: `${TRADING}/$1/` },
  ),
  mayNotImport(
    'trading-places-through-port',
    'Placing an order sees venues only through venue-port.ts.',
    `${TRADING}/placing/`,
    { path: `${TRADING}/(paper|venue)/` },
  ),
];

const insideWeb = [
  mayNotImport('web-features-apart', 'Compose features in app/, not sideways.', '^apps/web/src/features/([^/]+)/', {
    path: '^apps/web/src/features/',
    pathNot: '^apps/web/src/features/$1/',
  }),
  mayNotImport('web-flows-down', 'app/ composes features; no feature knows it.', '^apps/web/src/features/', {
    path: '^apps/web/src/app/',
  }),
  mayNotImport('web-shared-below', 'Shared code imports none of its users.', '^apps/web/src/shared/', {
    path: '^apps/web/src/(features|app)/',
  }),
];

const insideCore = [
  mayNotImport('core-doors', 'A layer is entered by its index.ts.', '^packages/core/src/([^/]+)/', {
    path: '^packages/core/src/',
    pathNot: ['^packages/core/src/$1/', '^packages/core/src/[^/]+/index[.]ts$'],
  }),
  mayNotImport(
    'core-layer-unlisted',
    'A new layer says here what it sees.',
    `^packages/core/src/(?!${anyOf(Object.keys(CORE_LAYERS))}/)`,
    { path: '^packages/core/src/' },
  ),
  ...Object.entries(CORE_LAYERS).map(([layer, below]) =>
    mayNotImport(`core-layer-${layer}`, `It sees: ${below.join(', ') || 'nothing'}.`, `^packages/core/src/${layer}/`, {
      path: '^packages/core/src/',
      pathNot: `^packages/core/src/${anyOf([layer, ...below])}/`,
    }),
  ),
];

const everywhere = [
  rule('no-circular', 'A cycle has no first file to read.', {}, { circular: true }),
  rule(
    'no-unresolvable',
    'An import that leads nowhere also hides from every other rule.',
    { path: OURS },
    { couldNotResolve: true },
  ),
  rule(
    'no-orphans',
    'Dead file: use it or delete it.',
    {
      orphan: true,
      path: OURS,
      pathNot: [...FREE, '[.]d[.]ts$', '[.]config[.][cm]?[jt]s$', '(^|/)main[.]tsx?$', '^scripts/', '/(bin|public)/'],
    },
    {},
  ),
  rule('no-production-import-of-tests', 'Test code stays out of what people run.', { pathNot: FREE }, { path: TESTS }),
];

module.exports = {
  forbidden: [...workspaces, ...insideServer, ...insideTrading, ...insideWeb, ...insideCore, ...everywhere],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]tsbuild|[.]cache)/' },
    // Type-only imports are directions too.
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
};
