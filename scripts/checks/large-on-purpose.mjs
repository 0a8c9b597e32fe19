/** Production files of more than 250 lines, each with the reason. */
export const LARGE_FILES = {
  'packages/core/src/pcr/setup-fold.ts': 'zones, gates and publishing of one setup read the same private state',
  'packages/core/src/pcr/run/sequence-fold.ts': 'hot path in one function, see pushRows',
  'packages/core/src/vocabulary/countries.ts': 'a list',
  'packages/broker-kit/src/port/broker.ts': 'the port: most lines are its rules',
  'packages/broker-kit/src/socket/link.ts': 'one state machine: open, check, reconnect, close',
  'packages/contract/src/backtests.ts': 'the schemas of one report',
  'packages/contract/src/trading.ts': 'the schemas of orders, trades and their figures',
  'apps/server/src/platform/config/config.ts': 'all settings in one schema',
  'apps/server/src/platform/persistence/embedded-postgres.ts': 'the life of one process, and its faults',
  'apps/server/src/composition/features.ts': 'the wiring of all features',
  'apps/server/src/features/strategies/engine.ts': 'twin of the PCR engine (docs/decisions/0022)',
  'apps/server/src/features/market-data/market-feed.ts': 'one state machine: live, followed, backfilled',
  'apps/server/src/features/brokers/sessions/live-connections.ts': 'every connection of a user in one owner',
  'apps/server/src/features/stream/stream-gateway.ts': 'every socket of a user in one owner',
  'apps/web/src/shared/lib/stream-client.ts': 'one state machine: connect, resume, reconnect',
  'brokers/iqoption/src/session.ts': 'the port implemented for one broker',
  'brokers/quotex/src/session.ts': 'the port implemented for one broker',
  'brokers/deriv/src/session.ts': 'the port implemented for one broker',
  'brokers/olymptrade/src/session.ts': 'the port implemented for one broker',
  'brokers/deriv/src/simulator/connection.ts': 'every request of the API with its reply',
  'brokers/quotex/src/records.ts': 'one broker’s two kinds of records, and the verdicts on orders from them',
  'brokers/simulated/src/practice/session.ts': 'the port implemented for one broker',
};

/** Functions of more than 75 lines as `file#name`, each with the reason. */
export const LARGE_FUNCTIONS = {
  'packages/core/src/pcr/run/sequence-fold.ts#pushRows': 'hot path: what it carries between candles stays in registers',
  'apps/server/src/features/backtests/backtests.ts#createBacktests': 'a feature as a closure over its queue',
  'apps/server/src/features/strategies/strategies.ts#createStrategies': 'a feature as a closure over its engine',
  'apps/server/src/composition/features.ts#buildFeatures': 'the wiring of all features, in order',
  'apps/server/src/composition/root.ts#bringUp': 'the start of a server, in order',
  'apps/server/src/features/brokers/routes/reading.routes.ts#registerReadRoutes': 'a list of routes',
  'apps/server/src/features/market-data/register-metrics.ts#createMarketMetrics': 'a list of metrics',
  'apps/web/src/features/settings/security/security-panel.tsx#SecondFactor': 'one row with its three dialogs',
  'apps/web/src/features/settings/limits/limits-form.tsx#LimitsForm': 'one form',
  'apps/web/src/app/dashboard-screen.tsx#DashboardScreen': 'the layout of one screen',
};
