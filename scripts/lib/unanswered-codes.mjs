const SERVER = 'apps/server/src';
const AUTO = `${SERVER}/features/auto-trading/auto-trading.int.test.ts`;
const VENUE = `${SERVER}/features/trading/venue/venue.int.test.ts`;
const REAL = `${SERVER}/features/auto-trading/real-orders.int.test.ts`;
const BROKER_REFUSAL = `${SERVER}/features/trading/venue/broker-refusal.test.ts`;
const HTTP = `${SERVER}/platform/http/app.test.ts`;

const STORED = 'stored as the reason why a signal was not traded; no request is waiting for it';
const OF_A_JOB = 'the state of a job, in a successful answer';
const AT_A_BROKER = 'needs a broker that answers this; the test asks the service behind the route';
const OUTAGE = 'needs a fault of a machine; the test makes it and sends the request to the HTTP server alone';

/**
 * The error codes that no server needs to return in an integration test. Each has the reason and the test that covers
 * the code. The check fails if that test does not contain the code. On a slow machine, a server may return such a code
 * in an integration test nevertheless.
 * @type {Readonly<Record<string, { readonly test: string, readonly why: string }>>}
 */
export const UNANSWERED_CODES = {
  automation_loss_limit: { test: AUTO, why: STORED },
  automation_operations_limit: { test: AUTO, why: STORED },
  automation_profit_target: { test: AUTO, why: STORED },
  automation_real_money: { test: REAL, why: STORED },
  automation_real_waits: { test: REAL, why: STORED },
  automation_prices: { test: VENUE, why: STORED },
  automation_ladder_open: { test: AUTO, why: STORED },
  late_order: { test: AUTO, why: STORED },
  backtest_interrupted: { test: `${SERVER}/features/backtests/backtests.int.test.ts`, why: OF_A_JOB },
  backtest_failed: { test: `${SERVER}/features/backtests/jobs/job-runner.test.ts`, why: OF_A_JOB },
  backtest_too_large: {
    test: `${SERVER}/features/backtests/jobs/resolve-data.test.ts`,
    why: 'needs two million stored candles',
  },
  proof_too_large: {
    test: `${SERVER}/features/backtests/proofs/proofs.int.test.ts`,
    why: 'needs a sweep over years of candles; the test stores few and asks the service',
  },
  backtest_uploads_full: {
    test: `${SERVER}/features/backtests/uploads/uploads.int.test.ts`,
    why: 'needs as many uploads as the server keeps; the test asks the service with a smaller store',
  },
  backtest_upload_too_large: {
    test: `${SERVER}/features/backtests/uploads/uploads.int.test.ts`,
    why: 'needs a file of 1.7 million candles; the test sends it to the service',
  },
  broker_refused: { test: VENUE, why: AT_A_BROKER },
  broker_order_unknown: { test: VENUE, why: AT_A_BROKER },
  broker_account_changed: { test: VENUE, why: AT_A_BROKER },
  broker_quote_late: { test: VENUE, why: AT_A_BROKER },
  real_money_withdrawn: { test: BROKER_REFUSAL, why: AT_A_BROKER },
  reality_check_due: {
    test: `${SERVER}/features/trading/placement-refusal.test.ts`,
    why: 'needs an hour of trading with real money at a broker',
  },
  prices_away: {
    test: `${SERVER}/features/market-data/markets/unknown-asset.test.ts`,
    why: 'needs a price source that is connected and has not answered yet',
  },
  database_unavailable: { test: HTTP, why: OUTAGE },
  storage_full: { test: HTTP, why: OUTAGE },
  outcome_unknown: { test: `${SERVER}/platform/http/forwarding.test.ts`, why: OUTAGE },
};
