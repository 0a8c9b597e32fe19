import { ERROR_MESSAGES_ES, type ErrorCode, type Fallback } from '@vigia/contract';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { registerBrokerRoutes } from '#features/brokers/index.ts';
import { registerMarketDataRoutes } from '#features/market-data/index.ts';
import { registerPcrRoutes } from '#features/pcr/index.ts';
import { registerBrokerOrderRoute, registerTradingRoutes } from '#features/trading/index.ts';
import { ApiError } from '#platform/http/api-error.ts';
import { createHttpApp } from '#platform/http/app.ts';
import { createSite } from '#platform/http/site.ts';
import { createLogger } from '#platform/logging/logger.ts';

const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5 };

/** The exact texts of docs/spec/api.md §3, with their Spanish sentences. */
const TEXTS: Readonly<Record<Fallback, readonly [detail: string, sentence: string]>> = {
  fetch_assets: ['Failed to fetch assets', 'No pudimos cargar los activos.'],
  fetch_market_data: ['Failed to fetch market data', 'No pudimos cargar los datos de mercado.'],
  fetch_active_options: ['Failed to fetch active options', 'No pudimos cargar las operaciones activas.'],
  fetch_trading_history: ['Failed to fetch trading history', 'No pudimos cargar el historial de operaciones.'],
  fetch_trading_stats: ['Failed to fetch trading stats', 'No pudimos cargar las estadísticas de operaciones.'],
  fetch_trading_health: ['Failed to fetch trading health', 'No pudimos consultar el estado de las operaciones.'],
  create_option: ['Failed to create option', 'No pudimos crear la operación.'],
  fetch_setups: ['Error al cargar setups', 'No pudimos cargar los setups.'],
  create_setup: ['Error al crear setup', 'No pudimos guardar el setup.'],
  fetch_pcr_metrics: ['Error loading metrics', 'No pudimos cargar las métricas.'],
  connect_broker: ['Error conectando a quotex', 'No pudimos conectar con el bróker.'],
  connect_deriv: ['Error conectando a Deriv', 'No pudimos conectar con Deriv.'],
  connect_iqoption: ['Error conectando a iqoption', 'No pudimos conectar con IQ Option.'],
  disconnect_broker: ['Error desconectando de quotex', 'No pudimos desconectar del bróker.'],
  trade_broker: ['Error ejecutando trade en quotex', 'No pudimos enviar la operación al bróker.'],
  test_broker: ['Error probando conexión a quotex', 'No pudimos probar la conexión.'],
};

const CALLS: readonly (readonly ['GET' | 'POST' | 'DELETE', string, Fallback])[] = [
  ['GET', '/api/v1/trading/assets', 'fetch_assets'],
  ['GET', '/api/connection/available-assets', 'fetch_assets'],
  ['GET', '/api/v1/trading/market-data', 'fetch_market_data'],
  ['GET', '/api/v1/trading/day-curves', 'fetch_market_data'],
  ['GET', '/api/v1/trading/candles?symbol=EURUSD&timeframe=5m', 'fetch_market_data'],
  ['GET', '/api/v1/trading/second-candles?symbol=EURUSD&timeframe=5s', 'fetch_market_data'],
  ['GET', '/api/v1/trading/payout?symbol=EURUSD&duration=5', 'fetch_market_data'],
  ['GET', '/api/v1/trading/active', 'fetch_active_options'],
  ['GET', '/api/v1/trading/history', 'fetch_trading_history'],
  ['GET', '/api/v1/trading/history.csv', 'fetch_trading_history'],
  ['GET', '/api/v1/trading/option/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/events', 'fetch_trading_history'],
  ['GET', '/api/v1/trading/stats', 'fetch_trading_stats'],
  ['GET', '/api/v1/trading/performance', 'fetch_trading_stats'],
  ['GET', '/api/v1/trading/health', 'fetch_trading_health'],
  ['POST', '/api/v1/trading/create-option', 'create_option'],
  ['GET', '/api/pcr/setups', 'fetch_setups'],
  ['GET', '/api/pcr/setup/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', 'fetch_setups'],
  ['POST', '/api/pcr/setup', 'create_setup'],
  ['GET', '/api/pcr/dashboard', 'fetch_pcr_metrics'],
  ['GET', '/api/pcr/setup/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/statistics', 'fetch_pcr_metrics'],
  ['POST', '/api/v1/multi-broker/connect/quotex', 'connect_broker'],
  ['POST', '/api/v1/multi-broker/connect/deriv', 'connect_deriv'],
  ['POST', '/api/v1/trading/credentials/iqoption', 'connect_iqoption'],
  ['POST', '/api/v1/multi-broker/disconnect/quotex', 'disconnect_broker'],
  ['DELETE', '/api/v1/multi-broker/credentials/quotex', 'disconnect_broker'],
  ['POST', '/api/v1/multi-broker/test/quotex', 'test_broker'],
  ['POST', '/api/v1/multi-broker/trade/quotex', 'trade_broker'],
];

/** Pattern of the routes whose responses have `success` and `message` at the top level (docs/spec/api.md §1). */
const OF_BROKERS = /\/(?:multi-broker|credentials)\//;
const TAKES_ORDERS = /\/(?:create-option|trade\/|pcr\/)/;

/** Faults of the server, each with the code that the client gets. */
const FAULTS: readonly (readonly [ErrorCode, () => Error])[] = [
  ['internal_error', () => new Error('a bug')],
  ['database_unavailable', () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['service_unavailable', () => new ApiError('service_unavailable')],
];

describe('the error response of a failed request', async () => {
  let fault = (): Error => new Error('unset');
  /** Returns an object whose methods all fail. */
  const failing = <T extends object>(): T =>
    new Proxy({} as T, {
      get: () => () => {
        throw fault();
      },
    });
  const clock = new ManualClock(0);
  const app = await createHttpApp({
    log: createLogger('silent'),
    ids: new CountingIds(),
    clock,
    trustProxy: false,
    site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3000 }),
    authenticator: {
      authenticate: async () => ({ userId: 'u', sessionId: 's', isAnonymous: false, aal: 'aal1', scopes: null }),
    },
  });
  registerTradingRoutes(app, { orders: failing(), sales: failing(), settlement: failing(), history: failing() });
  registerPcrRoutes(app, failing());
  registerMarketDataRoutes(app, { markets: failing(), clock, venue: failing() });
  registerBrokerOrderRoute(app, { orders: failing(), brokers: failing() });
  registerBrokerRoutes(app, failing());
  afterAll(() => app.close());

  const ask = (method: 'GET' | 'POST' | 'DELETE', url: string) =>
    app.inject({
      method,
      url,
      headers: { authorization: 'Bearer x' },
      ...(method === 'POST' && TAKES_ORDERS.test(url) && { payload: ORDER }),
    });

  it.each(CALLS)(
    'to %s %s contains the message of its route, and the reason if the caller is not at fault',
    async (method, url, fallback) => {
      const [detail, sentence] = TEXTS[fallback];
      for (const [code, make] of FAULTS) {
        fault = make;
        const answer = await ask(method, url);
        const message = `${sentence} ${ERROR_MESSAGES_ES[code]}`;
        expect(answer.statusCode).toBe(code === 'internal_error' ? 500 : 503);
        const top = OF_BROKERS.test(url) ? { success: false, message } : {};
        expect(answer.json()).toEqual({ ...top, error: { code, message }, detail });
      }
    },
  );

  it('contains only the specific message if the caller made the mistake (4xx)', async () => {
    fault = () => new ApiError('asset_unknown', { symbol: 'XYZ' });
    const refused = (await ask('GET', '/api/v1/trading/assets')).json();
    expect(refused.detail).toBe('No conocemos el activo XYZ.');
    expect((await ask('GET', '/api/v1/trading/history?limit=0')).json().detail).toBe(
      ERROR_MESSAGES_ES.validation_failed,
    );
  });
});
