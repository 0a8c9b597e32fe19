import { waitFor } from '@testing-library/react';
import type { DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { beforeEach, expect, it } from 'vitest';
import { FakeApi, ok, refused } from '#shared/test/mount-panel.tsx';
import { CANDLES_PATH } from './candles.ts';
import { CandleFeed } from './canvas/candle-feed.ts';
import { earlyCandlesOf } from './early-candles.ts';

const ROUTE = `GET ${CANDLES_PATH}`;
const CANDLE = { time: 60, open: 1, high: 1, low: 1, close: 1, closed: true };

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi().on(ROUTE, ok([CANDLE]));
  api.services.priceFeed.set({ source: 'simulated', state: 'live' });
});

const earlyCandles = () => earlyCandlesOf(api.services);
const limits = () =>
  api.calls.filter(({ path }) => path === CANDLES_PATH).map(({ query }) => new URLSearchParams(query).get('limit'));

/** Waits for this number of requests, because a late request would count in the next test. */
const everyCall = (count: number) => waitFor(() => expect(limits()).toHaveLength(count));

/** Loads a chart and returns its first bars. */
async function draw(symbol: string): Promise<readonly KLineData[]> {
  let bars: readonly KLineData[] = [];
  const feed = new CandleFeed(api.services, {
    series: () => ({ symbol, timeframe: '1m' }),
    bars: () => bars,
    onLoad: () => undefined,
    onRevised: () => undefined,
  });
  const callback: DataLoaderGetBarsParams['callback'] = (given) => {
    bars = given;
  };
  await feed.getBars({ type: 'init', timestamp: null, callback } as DataLoaderGetBarsParams);
  feed.subscribeBar({ callback: () => undefined });
  feed.stop();
  return bars;
}

it('useEarlyCandles passes candles that were requested early to the chart when the chart’s code has loaded', async () => {
  earlyCandles().request('EURUSD', '1m');
  expect(await draw('EURUSD')).toHaveLength(1);
  await everyCall(2);
  const [first, since] = limits();
  expect([first, since === first]).toEqual(['500', false]);
});

it('useEarlyCandles returns the early candles only once, and only for the requested symbol', async () => {
  earlyCandles().request('EURUSD', '1m');
  expect(await earlyCandles().take('GBPUSD', '1m')).toBeNull();
  earlyCandles().request('EURUSD', '1m');
  expect(await earlyCandles().take('EURUSD', '1m')).toHaveLength(1);
  expect(await earlyCandles().take('EURUSD', '1m')).toBeNull();
  await everyCall(2);
});

it('useEarlyCandles discards the early candles after a change of the price source', async () => {
  earlyCandles().request('EURUSD', '1m');
  api.services.priceFeed.set({ source: 'deriv', state: 'live' });
  expect(await earlyCandles().take('EURUSD', '1m')).toBeNull();
  await everyCall(1);
});

it('useEarlyCandles lets the chart request the candles if the early request failed', async () => {
  api.on(ROUTE, refused(503, 'unavailable', 'Ahora no.'));
  earlyCandles().request('EURUSD', '1m');
  await waitFor(() => expect(limits().length).toBeGreaterThan(0));
  api.on(ROUTE, ok([CANDLE]));
  expect(await draw('EURUSD')).toHaveLength(1);
});
