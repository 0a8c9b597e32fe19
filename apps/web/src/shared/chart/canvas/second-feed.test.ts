import { waitFor } from '@testing-library/react';
import type { CandleView, SecondCandlesView } from '@vigia/contract';
import type { DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FakeStream } from '#shared/test/fake-stream.ts';
import { FakeApi, ok } from '#shared/test/mount-panel.tsx';
import { SECOND_CANDLES_PATH } from '../second-candles.ts';
import { CandleFeed } from './candle-feed.ts';

const SYMBOL = 'EURUSD';
/** The open time of the newest candle of 5 s, in epoch seconds. */
const NOW_S = Math.floor(Date.now() / 5_000) * 5;

const candle = (time: number, close = 1, closed = true): CandleView => ({
  time,
  open: 1,
  high: Math.max(1, close),
  low: Math.min(1, close),
  close,
  closed,
});

let api: FakeApi;
let stream: FakeStream;
let page: SecondCandlesView;
let bars: KLineData[];
let more: unknown;
let revisions: number;
let feed: CandleFeed;

beforeEach(() => {
  api = new FakeApi().on(`GET ${SECOND_CANDLES_PATH}`, () => ok(page));
  stream = api.services.stream;
  stream.status = { state: 'live' };
  page = { candles: [candle(NOW_S - 10), candle(NOW_S - 5), candle(NOW_S, 1, false)], has_older: true };
  bars = [];
  revisions = 0;
  feed = new CandleFeed(api.services, {
    series: () => ({ symbol: SYMBOL, timeframe: '5s' }),
    bars: () => bars,
    onLoad: () => undefined,
    onRevised: () => {
      revisions += 1;
    },
  });
});
afterEach(() => feed.stop());

/** Loads a page as the chart library does. */
async function load(type: 'init' | 'forward', timestamp: number | null = null): Promise<void> {
  const callback: DataLoaderGetBarsParams['callback'] = (given, hasMore) => {
    bars = type === 'init' ? [...given] : [...given, ...bars];
    more = hasMore;
  };
  await feed.getBars({ type, timestamp, callback } as DataLoaderGetBarsParams);
  if (type === 'init') feed.subscribeBar({ callback: update });
}

/** Adds a bar, or replaces the last one, as the chart library does. */
function update(bar: KLineData): void {
  const last = bars.at(-1)?.timestamp ?? 0;
  if (bar.timestamp === last) bars[bars.length - 1] = bar;
  else if (bar.timestamp > last) bars.push(bar);
}

const publish = (view: CandleView) => stream.publish({ type: 'candle', symbol: SYMBOL, timeframe: '5s', candle: view });
const shown = () => bars.map(({ timestamp, close }) => [timestamp / 1_000 - NOW_S, close]);
const queries = () =>
  api.calls.filter(({ path }) => path === SECOND_CANDLES_PATH).map(({ query }) => new URLSearchParams(query));

it('second candles load from their own route, in pages of at most 1,000 that state if older ones exist', async () => {
  await load('init');
  expect(more).toEqual({ forward: true, backward: false });
  bars = Array.from({ length: 1_600 }, (_, n) => ({ ...bars[0], timestamp: n }) as KLineData);
  page = { candles: [candle(NOW_S - 20)], has_older: false };
  await load('forward', (NOW_S - 10) * 1_000);
  expect(more).toEqual({ forward: false, backward: false });
  expect(queries().map((query) => [query.get('timeframe'), query.get('limit'), query.get('before')])).toEqual([
    ['5s', '500', null],
    ['5s', '1000', String(NOW_S - 10)],
  ]);
});

it('live second candles close and open as the server sends them, and ticks move the open one', async () => {
  await load('init');
  publish(candle(NOW_S, 1.5));
  publish(candle(NOW_S + 5, 2, false));
  stream.publish({ type: 'ticks', ticks: [[SYMBOL, (NOW_S + 7) * 1_000, 2.5]] });
  stream.publish({ type: 'ticks', ticks: [[SYMBOL, (NOW_S + 10) * 1_000, 9]] });
  expect(shown()).toEqual([
    [-10, 1],
    [-5, 1],
    [0, 1.5],
    [5, 2.5],
  ]);
  expect(revisions).toBe(0);
});

it('the chart loads again only if a candle before the last one differs from the shown candle', async () => {
  await load('init');
  for (const view of [candle(NOW_S - 10), candle(NOW_S - 5), candle(NOW_S - 15, 7)]) publish(view);
  expect(revisions).toBe(0);
  publish(candle(NOW_S - 5, 3));
  expect(revisions).toBe(1);
  // The response still has the old candle.
  await load('init');
  publish(candle(NOW_S - 5, 3));
  expect(revisions).toBe(1);
  publish(candle(NOW_S - 5, 4));
  expect(revisions).toBe(2);
});

it('the chart loads again if it lacks a candle before the last one', async () => {
  page = { candles: [candle(NOW_S - 10), candle(NOW_S, 1, false)], has_older: false };
  await load('init');
  publish(candle(NOW_S - 5));
  expect(revisions).toBe(1);
});

it('a reconnect adds the missed second candles', async () => {
  await load('init');
  stream.setStatus({ state: 'reconnecting', sinceMs: 0 });
  page = { candles: [candle(NOW_S - 5), candle(NOW_S, 4), candle(NOW_S + 5, 5, false)], has_older: true };
  stream.setStatus({ state: 'live' });
  await waitFor(() => expect(shown().at(-1)).toEqual([5, 5]));
  expect(shown().at(-2)).toEqual([0, 4]);
  expect(revisions).toBe(0);
});

it('the chart loads again after a reconnect if more second candles are missing than fit on a page', async () => {
  await load('init');
  page = { candles: [candle(NOW_S + 500), candle(NOW_S + 505, 5, false)], has_older: true };
  stream.setStatus({ state: 'live' });
  await waitFor(() => expect(revisions).toBe(1));
  expect(shown().at(-1)).toEqual([0, 1]);
});
