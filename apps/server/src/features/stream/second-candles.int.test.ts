import { CandleView, SecondCandlesView, StreamEvent } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import { CHART_TIMEFRAME_SECONDS, SECOND_TIMEFRAMES, type SecondTimeframe } from '@vigia/core/vocabulary';
import { CountingIds, ManualClock, SeededRng } from '@vigia/testkit';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { createHttpApp } from '#platform/http/app.ts';
import { createSite } from '#platform/http/site.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { createMarketData, createMarketMetrics, registerMarketDataRoutes, TICK } from '../market-data/index.ts';
import { ScriptedFeed, singleMarket } from '../market-data/testing.ts';
import { PriceBoard } from './price-board.ts';
import { PriceTexts } from './price-texts.ts';
import { decodeFrames } from './testing.ts';

const SYMBOL = 'EURUSD';
const DAY_MS = 86_400_000;
/** Time on the clock after which every market has started, so that equal seeds give equal ticks. */
const STARTED_MS = 60_000;
const log = pino({ enabled: false });
const venue = { tradesAtBroker: async () => false, venueAssets: async () => null, venuePayout: async () => null };

/** A tick, and its arrival after the first one. */
type Arrival = { readonly timeMs: number; readonly price: number; readonly isLate: boolean };

/**
 * Generates ticks in bursts and pauses. Some have the same millisecond, and some arrive after newer ones of their
 * minute.
 */
function arrivals(seed: number, startMs: number, count: number): readonly Arrival[] {
  const rng = new SeededRng(seed);
  const below = (limit: number) => Math.floor(rng.next() * limit);
  const ticks: Arrival[] = [];
  const lateTimes = new Set<number>();
  let timeMs = startMs;
  let price = 1_100_000;
  for (let n = 0; n < count; n += 1) {
    timeMs += below(5) === 0 ? 2 * below(4_500) : 2 * below(300);
    price += below(41) - 20;
    ticks.push({ timeMs, price: price / 1_000_000, isLate: false });
    const lateMs = timeMs - 1 - 2 * below(3_000);
    const isOfMinute = lateMs > startMs && Math.floor(lateMs / 60_000) === Math.floor(timeMs / 60_000);
    if (below(6) > 0 || !isOfMinute || lateTimes.has(lateMs)) continue;
    lateTimes.add(lateMs);
    ticks.push({ timeMs: lateMs, price: (price + below(401) - 200) / 1_000_000, isLate: true });
  }
  return [...ticks, { timeMs: timeMs + 2, price: price / 1_000_000, isLate: false }];
}

/** Folds ticks into candles by sorting them. It shares no code with the product. */
function naiveCandles(ticks: readonly Arrival[], seconds: number): Candle[] {
  const sorted = ticks
    .map((tick, place) => ({ ...tick, place }))
    .sort((a, b) => a.timeMs - b.timeMs || a.place - b.place);
  const prices = new Map<number, number[]>();
  for (const { timeMs, price } of sorted) {
    const time = timeMs - (timeMs % (seconds * 1_000));
    prices.set(time, [...(prices.get(time) ?? []), price]);
  }
  return [...prices].map(([timeMs, inside]) => ({
    time: timeMs / 1_000,
    open: inside[0] ?? NaN,
    high: Math.max(...inside),
    low: Math.min(...inside),
    close: inside.at(-1) ?? NaN,
  }));
}

const bare = ({ closed: _closed, ...candle }: CandleView): Candle => candle;

describe('second candles that are shown live', () => {
  let test: TestDatabase;
  const stops: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    test = await createTestDatabase();
    const day = (offset: number) => new Date(systemClock.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await test.db.sql`SELECT ensure_day_partitions(${day(-1)}, ${day(2)})`;
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
    await test.close();
  });

  /** Starts a market and its routes on the database of the test. */
  async function startMarket(clock: ManualClock) {
    const bus = createInProcessBus(log);
    const feed = new ScriptedFeed([SYMBOL]);
    const metrics = createMarketMetrics(new Registry());
    const data = createMarketData({ feed, db: test.db, bus, clock, log, metrics, historyDays: 1 });
    const progress = { isStarted: false };
    const started = data.start().then(() => {
      progress.isStarted = true;
    });
    while (!progress.isStarted) {
      feed.state('live');
      clock.advance(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await started;
    const app = await createHttpApp({
      log,
      ids: new CountingIds(),
      clock: new ManualClock(0),
      site: createSite({ siteUrl: null, host: '127.0.0.1', port: () => 3_000 }),
      trustProxy: false,
      authenticator: {
        authenticate: async () => ({ userId: 'ana', sessionId: 's', isAnonymous: false, aal: 'aal1', scopes: null }),
      },
    });
    registerMarketDataRoutes(app, { markets: singleMarket(data), clock, venue });
    const stop = async () => {
      await app.close();
      await data.stop();
    };
    stops.push(stop);
    async function read(timeframe: SecondTimeframe, page = ''): Promise<SecondCandlesView> {
      const url = `/api/v1/trading/second-candles?symbol=${SYMBOL}&timeframe=${timeframe}${page}`;
      const response = await app.inject({ url, headers: { authorization: 'Bearer t' } });
      return SecondCandlesView.parse(response.json().data);
    }
    return { bus, feed, data, read, stop: async () => void (await stops.pop()?.()) };
  }

  it.each([1, 2, 3, 4])(
    'equal those that the route returns afterwards, also after a restart (seed %i)',
    async (seed) => {
      // The partitions of the test are around today.
      const startMs = Math.floor(systemClock.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
      const clock = new ManualClock(startMs);
      const market = await startMarket(clock);
      clock.advance(startMs + STARTED_MS - clock.now());
      const texts = new PriceTexts(market.data);
      market.bus.subscribe(TICK, ({ symbol }) => texts.tick(symbol));
      const board = new PriceBoard<{ isSlow: boolean; isBehind: boolean }>('simulated', texts);
      const client = { isSlow: false, isBehind: true };
      const shown = new Map<string, Candle>();
      const closedAs = new Map<string, Set<string>>();
      const rng = new SeededRng(seed + 1_000);
      const flush = () =>
        board.flush((_, frames) => {
          for (const text of decodeFrames(frames)) {
            const event = StreamEvent.parse(JSON.parse(text));
            if (event.type !== 'candle') continue;
            const key = `${event.timeframe} ${event.candle.time}`;
            shown.set(key, bare(event.candle));
            if (event.candle.closed)
              closedAs.set(key, (closedAs.get(key) ?? new Set()).add(JSON.stringify(bare(event.candle))));
          }
        });
      const ticks = arrivals(seed, startMs + STARTED_MS, 1_200);
      const joinsAt = 300 + Math.floor(rng.next() * 300);
      for (const [place, { timeMs, price }] of ticks.entries()) {
        if (clock.now() < timeMs) clock.advance(timeMs - clock.now());
        market.feed.tick(SYMBOL, timeMs, price);
        if (place % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
        if (place === joinsAt) {
          for (const timeframe of SECOND_TIMEFRAMES)
            for (const candle of (await market.read(timeframe, '&limit=1000')).candles)
              shown.set(`${timeframe} ${candle.time}`, bare(candle));
          const candles = SECOND_TIMEFRAMES.map((timeframe) => ({ symbol: SYMBOL, timeframe }));
          board.interests.set(client, { type: 'watch', symbols: [SYMBOL], candles }, () => true);
          // A socket is served within 150 ms.
          client.isSlow = false;
          flush();
        }
        // The client is slow for a while now and then. A frame has none, one or several ticks.
        if (rng.next() < 0.02) client.isSlow = !client.isSlow;
        if (rng.next() < 0.6) flush();
      }
      client.isSlow = false;
      for (let round = 0; round < 4; round += 1) flush();

      const whole = new Map<SecondTimeframe, readonly Candle[]>();
      for (const timeframe of SECOND_TIMEFRAMES) {
        const seconds = CHART_TIMEFRAME_SECONDS[timeframe];
        const expected = naiveCandles(ticks, seconds);
        const route = await market.read(timeframe, '&limit=1000');
        expect(route.candles.map(bare)).toEqual(expected);
        expect(expected.map(({ time }) => shown.get(`${timeframe} ${time}`))).toEqual(expected);
        whole.set(timeframe, expected);
        const changed = new Set(
          ticks.filter(({ isLate }) => isLate).map(({ timeMs }) => Math.floor(timeMs / 1_000 / seconds) * seconds),
        );
        const repainted = expected.filter(
          ({ time }) => !changed.has(time) && (closedAs.get(`${timeframe} ${time}`)?.size ?? 0) > 1,
        );
        expect(repainted).toEqual([]);
      }
      await market.stop();

      const restarted = await startMarket(clock);
      for (const [timeframe, expected] of whole) {
        expect((await restarted.read(timeframe, '&limit=1000')).candles.map(bare)).toEqual(expected);
        const pages: Candle[] = [];
        for (let page = await restarted.read(timeframe, '&limit=70'); ; ) {
          pages.unshift(...page.candles.map(bare));
          if (!page.has_older) break;
          page = await restarted.read(timeframe, `&limit=70&before=${pages[0]?.time}`);
        }
        expect(pages).toEqual(expected);
      }
    },
  );
});
