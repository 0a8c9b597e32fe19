import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { type Backtests, registerBacktestRoutes } from '#features/backtests/index.ts';
import { registerBrokerOrderRoute, registerTradingRoutes, type Trading } from '#features/trading/index.ts';
import { createHttpApp } from '#platform/http/app.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';

const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5 };
const TEST = '/api/v1/backtests/6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

type Brokers = Parameters<typeof registerBrokerOrderRoute>[1]['brokers'];

/** Creates a service whose methods fail the test, except those in `known`. */
const partly = <Whole extends object>(known: Partial<Whole>): Whole =>
  new Proxy(known as Whole, {
    get: (target, name) => Reflect.get(target, name) ?? expect.fail(`${String(name)} called`),
  });

describe('the route', async () => {
  const app = await createHttpApp({
    log: createLogger('silent'),
    ids: new CountingIds(),
    clock: new ManualClock(0),
    trustProxy: false,
    site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
    authenticator: {
      authenticate: async () => ({ userId: 'u', sessionId: 's', isAnonymous: false, aal: 'aal1', scopes: null }),
    },
  });
  const nothing = async () => null;
  const orders = partly<Trading['orders']>({ modeTradesAtBroker: async () => false });
  registerTradingRoutes(app, { orders, sales: partly({}), settlement: partly({}), history: partly({}) });
  const broker = () => partly<NonNullable<ReturnType<Brokers['broker']>>>({});
  registerBrokerOrderRoute(app, { orders, brokers: partly<Brokers>({ broker }) });
  registerBacktestRoutes(app, partly<Backtests>({ one: nothing, cancel: nothing, remove: nothing, trades: nothing }));
  afterAll(() => app.close());

  it.each([
    ['/api/v1/trading/create-option', 'a space', 'two words'],
    ['/api/v1/trading/create-option', 'nothing', ''],
    ['/api/v1/trading/create-option', '256 characters', 'k'.repeat(256)],
    ['/api/v1/multi-broker/trade/deriv', 'a space', 'two words'],
  ])('%s refuses an Idempotency-Key of %s before any order is placed', async (url, _what, key) => {
    const headers = { authorization: 'Bearer x', 'idempotency-key': key };
    const answer = await app.inject({ method: 'POST', url, headers, payload: ORDER });
    expect([answer.statusCode, answer.json().error.code]).toEqual([422, 'idempotency_key_invalid']);
  });

  it.each([
    ['GET', TEST],
    ['POST', `${TEST}/cancel`],
    ['DELETE', TEST],
    ['GET', `${TEST}/trades.csv`],
  ] as const)('%s %s answers backtest_not_found for a backtest that the user does not have', async (method, url) => {
    const answer = await app.inject({ method, url, headers: { authorization: 'Bearer x' } });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'backtest_not_found']);
  });
});
