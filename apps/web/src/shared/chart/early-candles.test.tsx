import { waitFor } from '@testing-library/react';
import type { DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeShownPrices } from '#shared/lib/shown-prices.ts';
import { FakeApi, mountPanel, ok, refused } from '#shared/test/mount-panel.tsx';
import { CANDLES_PATH } from './candles.ts';
import { CandleFeed } from './canvas/candle-feed.ts';
import { askEarly, takeEarly } from './early-candles.ts';

const ROUTE = `GET ${CANDLES_PATH}`;
const CANDLE = { time: 60, open: 1, high: 1, low: 1, close: 1, closed: true };

let api: FakeApi;
let uninstall: () => void;
beforeEach(() => {
  takeShownPrices({ source: 'simulated', state: 'live' });
  api = new FakeApi().on(ROUTE, ok([CANDLE]));
  uninstall = api.install();
  mountPanel(<p />);
});
afterEach(() => uninstall());

const limits = () =>
  api.calls.filter(({ path }) => path === CANDLES_PATH).map(({ query }) => new URLSearchParams(query).get('limit'));

/** What nobody waits for is asked all the same: in the next test it would count there. */
const everyCall = (count: number) => waitFor(() => expect(limits()).toHaveLength(count));

/** A chart's first question, with what it was given. */
async function draw(symbol: string): Promise<readonly KLineData[]> {
  let bars: readonly KLineData[] = [];
  const feed = new CandleFeed({
    series: () => ({ symbol, timeframe: '1m' }),
    bars: () => bars,
    onLoad: () => undefined,
  });
  const callback: DataLoaderGetBarsParams['callback'] = (given) => {
    bars = given;
  };
  await feed.getBars({ type: 'init', timestamp: null, callback } as DataLoaderGetBarsParams);
  feed.subscribeBar({ callback: () => undefined });
  feed.stop();
  return bars;
}

it('gives a chart the candles that were asked for while its code came, and then asks for what came since', async () => {
  askEarly('EURUSD', '1m');
  expect(await draw('EURUSD')).toHaveLength(1);
  await everyCall(2);
  const [first, since] = limits();
  expect([first, since === first]).toEqual(['500', false]);
});

it('is taken once, by that very chart', async () => {
  askEarly('EURUSD', '1m');
  expect(await takeEarly('GBPUSD', '1m')).toBeNull();
  askEarly('EURUSD', '1m');
  expect(await takeEarly('EURUSD', '1m')).toHaveLength(1);
  expect(await takeEarly('EURUSD', '1m')).toBeNull();
  await everyCall(2);
});

it('is of no use once other prices are shown', async () => {
  askEarly('EURUSD', '1m');
  takeShownPrices({ source: 'deriv', state: 'live' });
  expect(await takeEarly('EURUSD', '1m')).toBeNull();
  await everyCall(1);
});

it('leaves the asking to the chart where it failed', async () => {
  api.on(ROUTE, refused(503, 'unavailable', 'Ahora no.'));
  askEarly('EURUSD', '1m');
  await waitFor(() => expect(limits().length).toBeGreaterThan(0));
  api.on(ROUTE, ok([CANDLE]));
  expect(await draw('EURUSD')).toHaveLength(1);
});
