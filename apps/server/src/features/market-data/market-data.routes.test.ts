import { Asset, CandleView, DayCurve, MarketQuote, SecondCandlesView } from '@vigia/contract';
import { CountingIds, ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createHttpApp } from '#platform/http/app.ts';
import { createSite } from '#platform/http/site.ts';
import { registerMarketDataRoutes } from './market-data.routes.ts';
import type { MarketData } from './market-data.ts';
import { MARKET_WITHOUT_PRICES, scriptedAsset, singleMarket } from './testing.ts';

/** The venue of a user who trades on the paper account and not at a broker. */
const venue = { tradesAtBroker: async () => false, venueAssets: async () => null, venuePayout: async () => null };

const NOW_MS = 1_772_409_600_000;
const ASSETS = [scriptedAsset('EURUSD'), scriptedAsset('GBPUSD')];

type Read = Pick<
  MarketData,
  'source' | 'assets' | 'asset' | 'latest' | 'day' | 'dayCurve' | 'condition' | 'payoutBp' | 'candles' | 'secondCandles'
>;

const NEWEST = { open: 1, high: 1, low: 1, close: 1, closed: false };

const market: Read = {
  source: 'simulated',
  assets: () => ASSETS,
  asset: (symbol) => ASSETS.find((asset) => asset.symbol === symbol),
  latest: (symbol) => (symbol === 'EURUSD' ? { price: 1.1, timeMs: NOW_MS - 500 } : null),
  day: (symbol) => (symbol === 'EURUSD' ? { open: 1, high: 1.09, low: 0.9 } : null),
  dayCurve: (symbol) => (symbol === 'EURUSD' ? [1.000004, 1.09] : []),
  condition: (symbol) => ({ state: symbol === 'EURUSD' ? 'live' : 'closed', ageMs: null }),
  payoutBp: (symbol, length) =>
    symbol.endsWith('-DIG') || length.unit !== 'minutes' || length.minutes > 60 ? null : 8_000 + length.minutes,
  candles: async (symbol, _timeframe, { limit, before }) =>
    symbol.endsWith('-DIG') ? [] : [{ time: before ?? limit, open: 1, high: 1, low: 1, close: 1, closed: true }],
  secondCandles: async (symbol, timeframe, { limit, before }) => ({
    candles: symbol === 'EURUSD' && timeframe === '15s' ? [{ ...NEWEST, time: before ?? limit }] : [],
    has_older: true,
  }),
};

describe('the market data routes', () => {
  let app: App;

  beforeEach(async () => {
    const log = pino({ enabled: false });
    const site = createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3_000 });
    app = await createHttpApp({
      log,
      ids: new CountingIds(),
      clock: new ManualClock(0),
      site,
      trustProxy: false,
      authenticator: {
        authenticate: async () => ({ userId: 'ana', sessionId: 's', isAnonymous: false, aal: 'aal1', scopes: null }),
      },
    });
    registerMarketDataRoutes(app, {
      markets: singleMarket({ ...market, ...MARKET_WITHOUT_PRICES }),
      clock: new ManualClock(NOW_MS),
      venue,
    });
  });

  afterEach(() => app.close());

  const get = async (url: string) => {
    const response = await app.inject({ url, headers: { authorization: 'Bearer t' } });
    return { status: response.statusCode, body: response.json() };
  };

  it('respond only to signed-in users', async () => {
    for (const path of [
      'assets',
      'market-data',
      'day-curves',
      'candles?symbol=EURUSD&timeframe=1m',
      'second-candles?symbol=EURUSD&timeframe=5s',
      'payout?symbol=EURUSD&duration=1',
    ])
      expect((await app.inject({ url: `/api/v1/trading/${path}` })).statusCode).toBe(401);
    expect((await app.inject({ url: '/api/connection/available-assets' })).statusCode).toBe(401);
  });

  it('list the assets both as `data` and as `assets`, under both paths', async () => {
    const { body } = await get('/api/v1/trading/assets');
    expect(body.success).toBe(true);
    expect(body.assets).toEqual(body.data);
    expect(body.data.map((row: unknown) => Asset.parse(row))).toMatchObject([
      { symbol: 'EURUSD', current_price: 1.1, min_trade_amount: 1, max_trade_amount: 5_000, market_open: true },
      { symbol: 'GBPUSD', current_price: null, market_open: false },
    ]);
    expect((await get('/api/connection/available-assets')).body).toEqual(body);
  });

  it('return the 24-hour change and a range that includes the current price', async () => {
    const { body } = await get('/api/v1/trading/market-data?symbols=EURUSD,%20GBPUSD,EURUSD');
    expect(body.data.map((row: unknown) => MarketQuote.parse(row))).toMatchObject([
      { symbol: 'EURUSD', change: 0.1, change_pct: 10, high: 1.1, low: 0.9, updated_at: '2026-03-01T23:59:59.500Z' },
      { symbol: 'GBPUSD', price: null, change: null, high: null, updated_at: null, market_open: false, stale: false },
    ]);
    expect((await get('/api/v1/trading/market-data')).body.data).toHaveLength(2);
    expect((await get('/api/v1/trading/market-data?symbols=NOSUCH')).body.error.code).toBe('asset_unknown');
  });

  it('return the day of every asset as one change and one curve, and no curve without history', async () => {
    const { body } = await get('/api/v1/trading/day-curves');
    expect(body.data.map((row: unknown) => DayCurve.parse(row))).toEqual([
      { symbol: 'EURUSD', change_pct: 10, closes: [1, 1.09] },
      { symbol: 'GBPUSD', change_pct: null, closes: [] },
    ]);
  });

  it('return candles in pages, and refuse query values that are out of range', async () => {
    const { body } = await get('/api/v1/trading/candles?symbol=EURUSD&timeframe=5m&limit=7');
    expect(body.data.map((row: unknown) => CandleView.parse(row))).toMatchObject([{ time: 7 }]);
    expect((await get('/api/v1/trading/candles?symbol=EURUSD&timeframe=5m&before=600')).body.data[0].time).toBe(600);
    expect((await get('/api/v1/trading/candles?symbol=NOSUCH&timeframe=5m')).status).toBe(404);
    for (const wrong of ['timeframe=2m', 'timeframe=5m&limit=5001', 'timeframe=5m&limit=0', 'timeframe=5m&before=x'])
      expect((await get(`/api/v1/trading/candles?symbol=EURUSD&${wrong}`)).status).toBe(422);
  });

  it('return second candles on separate pages, and refuse other timeframes and larger pages', async () => {
    const get15s = (rest: string) => get(`/api/v1/trading/second-candles?symbol=${rest}`);
    const { body } = await get15s('EURUSD&timeframe=15s');
    expect(SecondCandlesView.parse(body.data)).toEqual({ candles: [{ ...NEWEST, time: 500 }], has_older: true });
    expect((await get15s('EURUSD-DIG&timeframe=15s&before=600')).body.data.candles[0].time).toBe(600);
    expect((await get15s('NOSUCH&timeframe=15s')).status).toBe(404);
    for (const wrong of ['timeframe=1m', 'timeframe=10s', 'timeframe=15s&limit=1001', 'timeframe=15s&before=0'])
      expect((await get15s(`EURUSD&${wrong}`)).status).toBe(422);
    expect((await get('/api/v1/trading/candles?symbol=EURUSD&timeframe=15s')).status).toBe(422);
  });

  it('show a digital option with the prices and candles of its asset, and without a payout', async () => {
    const { body } = await get('/api/v1/trading/market-data?symbols=EURUSD-DIG');
    expect(body.data).toMatchObject([{ symbol: 'EURUSD-DIG', price: 1.1, market_open: true, payout: 0 }]);
    const candles = await get('/api/v1/trading/candles?symbol=EURUSD-DIG&timeframe=1m&limit=5');
    expect(candles.body.data).toMatchObject([{ time: 5, close: 1 }]);
    expect((await get('/api/v1/trading/candles?symbol=NOSUCH-DIG&timeframe=1m')).status).toBe(404);
    expect((await get('/api/v1/trading/payout?symbol=EURUSD-DIG&duration=1')).status).toBe(404);
  });

  it('return the current payout of a duration', async () => {
    const { body } = await get('/api/v1/trading/payout?symbol=EURUSD&duration=15');
    expect(body.data).toEqual({
      symbol: 'EURUSD',
      duration: 15,
      duration_seconds: null,
      duration_ticks: null,
      payout: 0.8015,
    });
    expect((await get('/api/v1/trading/payout?symbol=EURUSD&duration=1441')).status).toBe(422);
  });

  it('return an error for a duration that the source does not offer', async () => {
    const { status, body } = await get('/api/v1/trading/payout?symbol=EURUSD&duration=61');
    expect([status, body.error.message]).toEqual([409, 'EURUSD no se puede operar a 61 min.']);
  });
});
