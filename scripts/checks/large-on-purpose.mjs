/** Production files that may have more than 250 lines, each with its own limit and the reason. */
export const LARGE_FILES = {
  'packages/core/src/pcr/setup-fold.ts': {
    most: 350,
    why: 'zones, gates and publishing of one setup read the same private state',
  },
  'packages/core/src/pcr/run/sequence-fold.ts': { most: 320, why: 'hot path in one function, see pushRows' },
  'packages/core/src/vocabulary/countries.ts': { most: 260, why: 'a list' },
  'packages/broker-kit/src/port/broker.ts': { most: 360, why: 'the port: most lines are its rules' },
  'packages/broker-kit/src/socket/link.ts': { most: 290, why: 'one state machine: open, check, reconnect, close' },
  'packages/client/src/api-types.ts': { most: 5_000, why: 'generated from docs/openapi.json' },
  'packages/contract/src/backtests.ts': { most: 350, why: 'the schemas of one report' },
  'packages/contract/src/trading.ts': { most: 300, why: 'the schemas of orders, trades and their figures' },
  'apps/server/src/platform/config/config.ts': { most: 380, why: 'all settings in one schema' },
  'apps/server/src/platform/persistence/embedded-postgres.ts': {
    most: 300,
    why: 'the life of one process, and its faults',
  },
  'apps/server/src/features/market-data/market-feed.ts': {
    most: 340,
    why: 'one state machine: live, followed, backfilled',
  },
  'apps/server/src/features/brokers/broker-connections.ts': {
    most: 300,
    why: 'every action on a connection in one owner',
  },
  'apps/server/src/features/brokers/sessions/live-connections.ts': {
    most: 370,
    why: 'every connection of a user in one owner',
  },
  'apps/server/src/features/stream/stream-gateway.ts': { most: 280, why: 'every socket of a user in one owner' },
  'apps/web/src/shared/lib/stream-client.ts': { most: 280, why: 'one state machine: connect, resume, reconnect' },
  'brokers/iqoption/src/session.ts': { most: 390, why: 'the port implemented for one broker' },
  'brokers/quotex/src/session.ts': { most: 320, why: 'the port implemented for one broker' },
  'brokers/deriv/src/session.ts': { most: 270, why: 'the port implemented for one broker' },
  'brokers/olymptrade/src/session.ts': { most: 270, why: 'the port implemented for one broker' },
  'brokers/deriv/src/simulator/connection.ts': { most: 390, why: 'every request of the API with its reply' },
  'brokers/iqoption/src/simulator/connection.ts': { most: 300, why: 'every message of the platform with its answer' },
  'brokers/quotex/src/simulator/connection.ts': { most: 260, why: 'every event of the site with its answer' },
  'brokers/quotex/src/records.ts': {
    most: 280,
    why: 'one broker’s two kinds of records, and the verdicts on orders from them',
  },
  'brokers/simulated/src/practice/session.ts': { most: 260, why: 'the port implemented for one broker' },
};

/** Functions that may have more than 75 lines, as `file#name`, each with its own limit and the reason. */
export const LARGE_FUNCTIONS = {
  'packages/core/src/pcr/run/sequence-fold.ts#pushRows': {
    most: 120,
    why: 'hot path: what it carries between candles stays in registers',
  },
  'apps/server/src/features/backtests/backtests.ts#createBacktests': {
    most: 150,
    why: 'a feature as a closure over its queue',
  },
  'apps/server/src/features/strategies/strategies.ts#createStrategies': {
    most: 90,
    why: 'a feature as a closure over its engine',
  },
  'apps/server/src/composition/build-features.ts#buildFeatures': {
    most: 200,
    why: 'the wiring of all features, in order',
  },
  'apps/server/src/composition/root.ts#bringUp': { most: 100, why: 'the start of a server, in order' },
  'apps/server/src/features/brokers/routes/reading.routes.ts#registerReadRoutes': { most: 90, why: 'a list of routes' },
  'apps/server/src/features/market-data/register-metrics.ts#createMarketMetrics': {
    most: 80,
    why: 'a list of metrics',
  },
  'apps/web/src/features/settings/security/security-panel.tsx#SecondFactor': {
    most: 80,
    why: 'one row with its three dialogs',
  },
  'apps/web/src/features/settings/limits/limits-form.tsx#LimitsForm': { most: 100, why: 'one form' },
};

/**
 * Tests, test helpers, benchmarks and scripts that may have more than 500 lines, each with its own limit and the
 * reason.
 */
export const LARGE_TESTS = {
  'apps/server/src/features/brokers/brokers.int.test.ts': {
    most: 920,
    why: 'every action on a connection against one set of fake brokers',
  },
  'apps/server/src/features/trading/venue/venue.int.test.ts': {
    most: 850,
    why: 'the life of an order at a broker, fault by fault',
  },
  'apps/server/src/features/auto-trading/auto-trading.int.test.ts': {
    most: 730,
    why: 'from a signal to its decision, with every limit',
  },
  'apps/server/src/composition/routes.int.test.ts': {
    most: 740,
    why: 'the tables of all routes, with the calls that reach them',
  },
  'apps/server/src/features/stream/stream-gateway.test.ts': { most: 620, why: 'one gateway with fake sockets' },
  'apps/server/src/features/strategies/strategies.int.test.ts': { most: 560, why: 'every route of strategies' },
  'apps/server/src/features/pcr/reporting/reports.int.test.ts': {
    most: 520,
    why: 'every report over one stored history',
  },
};
