import { SimulatedFeed } from '@vigia/broker-simulated';
import { type Candle, candleAt, candlesFromTicks, resample } from '@vigia/core/candles';
import { demoMarket } from '@vigia/core/market-model';
import { type PriceSource, TIMEFRAME_SECONDS, TIMEFRAMES } from '@vigia/core/vocabulary';
import { ManualClock, SeededRng } from '@vigia/testkit';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { MarketFeed } from './market-feed.ts';
import { ScriptedFeed, type ScriptedTick } from './testing.ts';
import { CANDLE_CLOSED, type CandleClosedMessage, FEED_CHANGED, type FeedChangedMessage, TICK } from './topics.ts';

/** 2026-03-02T00:00Z, the start of a day. */
const START_MS = 1_772_409_600_000;
const SYMBOL = 'EURUSD';

function harness(symbols: readonly string[] = [SYMBOL], source: PriceSource = 'simulated') {
  const clock = new ManualClock(START_MS);
  const feed = new ScriptedFeed(symbols, source);
  const bus = createInProcessBus(pino({ enabled: false }));
  const stored = { ticks: 0, candles: [] as Candle[] };
  const market = new MarketFeed({
    feed,
    clock,
    bus,
    sink: {
      addTick: () => {
        stored.ticks += 1;
      },
      addCandle: (_symbol, candle) => void stored.candles.push(candle),
    },
  });
  const closed: CandleClosedMessage[] = [];
  const changes: FeedChangedMessage[] = [];
  const tickTimes: number[] = [];
  bus.subscribe(CANDLE_CLOSED, (message) => void closed.push(message));
  bus.subscribe(FEED_CHANGED, (message) => void changes.push(message));
  bus.subscribe(TICK, (message) => void tickTimes.push(message.timeMs));
  const track = market.tracks.get(symbols[0] ?? '');
  if (track === undefined) throw new Error('the harness has a first symbol');
  return { clock, feed, market, stored, closed, changes, tickTimes, track };
}

/** Generates a random walk with 0.2 to 2 s between its ticks. */
function walk(seed: number, minutes: number): ScriptedTick[] {
  const rng = new SeededRng(seed);
  const ticks: ScriptedTick[] = [];
  let price = 1.1;
  for (let timeMs = START_MS; timeMs < START_MS + minutes * 60_000; timeMs += 200 + Math.floor(rng.next() * 1_800)) {
    price = Math.round((price + (rng.next() - 0.5) * 0.0004) * 100_000) / 100_000;
    ticks.push({ timeMs, price });
  }
  return ticks;
}

function columns(ticks: readonly ScriptedTick[]) {
  return {
    length: ticks.length,
    timeMs: Float64Array.from(ticks, ({ timeMs }) => timeMs),
    price: Float64Array.from(ticks, ({ price }) => price),
  };
}

/** Plays ticks in the order of their arrival. The clock never goes back. */
function play({ clock, feed }: ReturnType<typeof harness>, ticks: readonly ScriptedTick[]): void {
  for (const { timeMs, price } of ticks) {
    clock.advance(Math.max(0, timeMs - clock.now()));
    feed.tick(SYMBOL, timeMs, price);
  }
}

async function begun(symbols?: readonly string[], source?: PriceSource) {
  const h = harness(symbols, source);
  const started = h.market.start(new Map());
  h.feed.state('live');
  await started;
  return h;
}

describe('MarketFeed', () => {
  it('closes the same candles of all seven timeframes as a computation from the whole tick file', async () => {
    const h = await begun();
    const ticks = walk(1, 25 * 60);
    play(h, ticks);
    const base = candlesFromTicks(columns(ticks), 60);
    for (const timeframe of TIMEFRAMES) {
      const built =
        timeframe === '1m' ? base.candles : resample(base.candles, TIMEFRAME_SECONDS[timeframe], 60).candles;
      const expected = Array.from({ length: built.length }, (_, row) => candleAt(built, row));
      expect(expected.length).toBeGreaterThan(0);
      expect(h.closed.filter((one) => one.timeframe === timeframe).map((one) => one.candle)).toEqual(expected);
    }
    expect(h.stored.ticks).toBe(ticks.length);
    expect(h.stored.candles).toHaveLength(base.candles.length);
    expect(h.closed.every((one) => !one.backfilled)).toBe(true);
  });

  it.each([1, 2, 3, 4, 5])('builds the same candles from duplicated and reordered ticks (seed %i)', async (seed) => {
    const clean = walk(seed, 30);
    const rng = new SeededRng(seed + 100);
    const arrivals = clean.flatMap((tick) => {
      // Ticks are up to 2 s late but stay within their minute, because a tick of a later minute closes the earlier
      // minute (docs/spec/pcr.md §1).
      const endMs = Math.floor(tick.timeMs / 60_000) * 60_000 + 59_999;
      const delayed = (share: number) => ({ tick, atMs: Math.min(endMs, tick.timeMs + rng.next() * share) });
      const first = delayed(rng.next() < 0.3 ? 2_000 : 0);
      return rng.next() < 0.3 ? [first, delayed(2_000)] : [first];
    });
    const noisy = arrivals.toSorted((a, b) => a.atMs - b.atMs).map(({ tick }) => tick);
    const [quiet, disturbed] = [await begun(), await begun()];
    play(quiet, clean);
    play(disturbed, noisy);
    expect(disturbed.closed).toEqual(quiet.closed);
    expect(disturbed.track.forming('5m')).toEqual(quiet.track.forming('5m'));
    expect(disturbed.market.counts.ticks).toBe(clean.length);
    expect(disturbed.market.dropped.duplicate).toBe(noisy.length - clean.length);
    expect(disturbed.track.reordered).toBeGreaterThan(10);
    expect(disturbed.tickTimes).toEqual(disturbed.tickTimes.toSorted((a, b) => a - b));
  });

  it('keeps streamed ticks of the open minute if the history differs, and adds only missing ticks', async () => {
    const h = await begun();
    play(h, [
      { timeMs: START_MS + 1_000, price: 1.1 },
      { timeMs: START_MS + 5_000, price: 1.2 },
    ]);
    h.feed.tick(SYMBOL, START_MS + 1_000, 1.3, true);
    h.feed.tick(SYMBOL, START_MS + 5_000, 1.3, true);
    expect(h.track.forming('1m')).toMatchObject({ open: 1.1, high: 1.2, close: 1.2 });
    expect(h.track.late).toBe(2);
    expect(h.track.lastPrice).toBe(1.2);
    h.feed.tick(SYMBOL, START_MS + 3_000, 1.25, true);
    expect(h.track.forming('1m')).toMatchObject({ open: 1.1, high: 1.25, close: 1.2 });
  });

  it('closes the candles of every timeframe at their end if the source guarantees that they are complete', async () => {
    const h = await begun();
    h.clock.advance(4 * 60_000 + 500);
    h.feed.tick(SYMBOL, h.clock.now(), 1.1);
    h.clock.advance(59_500);
    h.feed.complete(START_MS + 5 * 60_000 - 1);
    expect(h.closed).toEqual([]);
    h.feed.complete(START_MS + 5 * 60_000);
    expect(h.closed.map(({ timeframe, candle }) => [timeframe, candle.time * 1_000])).toEqual([
      ['1m', START_MS + 4 * 60_000],
      ['5m', START_MS],
    ]);
  });

  it('leaves candles open while the source still publishes missed ticks', async () => {
    const h = await begun();
    h.feed.tick(SYMBOL, h.clock.now() + 500, 1.1);
    h.feed.state('catching_up');
    h.clock.advance(60_000);
    h.feed.complete(START_MS + 60_000);
    expect(h.closed).toEqual([]);
    h.feed.state('live');
    h.feed.complete(START_MS + 60_000);
    expect(h.closed).toHaveLength(1);
  });

  it('closes a candle by the clock one second after its end, and counts later ticks of it as late', async () => {
    const h = await begun();
    play(h, [{ timeMs: START_MS + 59_000, price: 1.1 }]);
    h.clock.advance(1_900);
    expect(h.closed).toEqual([]);
    h.clock.advance(350);
    expect(h.closed.map((one) => one.timeframe)).toEqual(['1m']);
    h.feed.tick(SYMBOL, START_MS + 59_500, 1.2);
    expect(h.track.late).toBe(1);
    expect(h.closed).toHaveLength(1);
    expect(h.closed[0]?.candle.high).toBe(1.1);
  });

  it('delays the close of candles while it fetches missed ticks, and marks them as backfilled', async () => {
    const h = await begun();
    play(h, [{ timeMs: START_MS + 1_000, price: 1.1 }]);
    h.feed.state('catching_up');
    h.clock.advance(90_000);
    expect(h.closed).toEqual([]);
    h.feed.tick(SYMBOL, START_MS + 50_000, 1.3, true);
    h.feed.tick(SYMBOL, START_MS + 61_000, 1.2, true);
    expect(h.closed).toMatchObject([{ timeframe: '1m', backfilled: true, candle: { high: 1.3, close: 1.3 } }]);
    expect(h.track.late).toBe(0);
  });

  it('closes no candle in the first round after a suspension, because the feed must catch up first', async () => {
    const h = await begun();
    play(h, [{ timeMs: START_MS + 1_000, price: 1.1 }]);
    h.clock.jump(90_000);
    h.clock.advance(250);
    expect(h.closed).toEqual([]);
    expect(h.market.knownThroughMs(h.track)).toBe(START_MS + 1_000);
    h.feed.state('catching_up');
    h.feed.tick(SYMBOL, START_MS + 30_000, 1.3, true);
    h.feed.tick(SYMBOL, START_MS + 90_000, 1.2, true);
    h.feed.state('live');
    h.clock.advance(500);
    expect(h.closed).toMatchObject([{ backfilled: true, candle: { high: 1.3 } }]);
  });

  it('drops and counts invalid ticks, and publishes none of them', async () => {
    const h = await begun();
    play(h, [{ timeMs: START_MS, price: 1.1 }]);
    for (const price of [Number.NaN, 0, -1.1, 1_100, Number.POSITIVE_INFINITY])
      h.feed.tick(SYMBOL, START_MS + 500, price);
    h.feed.tick(SYMBOL, START_MS + 600_000, 1.1);
    h.feed.tick('NOSUCH', START_MS, 1.1);
    expect(h.tickTimes).toEqual([START_MS]);
    expect(h.market.dropped).toMatchObject({ not_a_price: 4, absurd_jump: 1, future: 1 });
    expect(h.track.forming('1m')).toMatchObject({ high: 1.1, low: 1.1 });
  });

  it('keeps a symbol live in a pause if the source guarantees that no tick is missing, until the guarantee is 3 s old', async () => {
    const h = await begun([SYMBOL]);
    let throughMs = START_MS;
    h.feed.completeThroughMs = () => throughMs;
    h.feed.tick(SYMBOL, START_MS, 1.1);
    const stateAfter = (ms: number, guaranteedMs: number) => {
      h.clock.advance(ms);
      throughMs = guaranteedMs;
      return h.market.condition(h.track);
    };
    expect(stateAfter(9_000, START_MS + 9_000)).toEqual({ state: 'stale', ageMs: 9_000 });
    h.feed.knowsPauses = true;
    expect(stateAfter(0, START_MS + 9_000)).toEqual({ state: 'live', ageMs: 9_000 });
    expect(stateAfter(2_999, START_MS + 9_000).state).toBe('live');
    expect(stateAfter(1, START_MS + 9_000).state).toBe('stale');
    expect(stateAfter(0, h.clock.now()).state).toBe('live');
  });

  it('allows orders in every pause of the simulated market, even in those over 3 s', () => {
    const clock = new ManualClock(START_MS);
    const feed = new SimulatedFeed(clock, demoMarket(3, 'uneven'));
    const bus = createInProcessBus(pino({ enabled: false }));
    const market = new MarketFeed({ feed, clock, bus, sink: { addTick: () => undefined, addCandle: () => undefined } });
    const fromMs = new Map(feed.assets().map(({ symbol }) => [symbol, START_MS - 60_000]));
    void market.start(fromMs);
    clock.advance(3_000);
    const ages: number[] = [];
    for (let step = 0; step < 2 * 60 * 4; step += 1) {
      clock.advance(250);
      for (const track of market.tracks.values()) {
        const { state, ageMs } = market.condition(track);
        expect(state).toBe('live');
        ages.push(ageMs ?? Infinity);
      }
    }
    expect(ages.filter((ageMs) => ageMs > 3_000).length).toBeGreaterThan(400);
    expect(Math.max(...ages)).toBeLessThan(10_000);
    market.stop();
  });

  it('marks a symbol as stale after max(5 × median gap, 3 s), and as live at its next tick', async () => {
    const h = await begun([SYMBOL, 'GBPUSD']);
    for (let n = 0; n < 20; n += 1) {
      h.clock.advance(1_000);
      h.feed.tick(SYMBOL, h.clock.now(), 1.1);
      h.feed.tick('GBPUSD', h.clock.now(), 1.3);
    }
    expect(h.market.condition(h.track)).toEqual({ state: 'live', ageMs: 0 });
    for (let n = 0; n < 4; n += 1) {
      h.clock.advance(1_000);
      h.feed.tick('GBPUSD', h.clock.now(), 1.3);
    }
    expect(h.market.condition(h.track)).toEqual({ state: 'live', ageMs: 4_000 });
    h.clock.advance(1_000);
    h.feed.tick('GBPUSD', h.clock.now(), 1.3);
    expect(h.market.condition(h.track)).toEqual({ state: 'stale', ageMs: 5_000 });
    expect(h.changes.at(-1)).toEqual({ source: 'simulated', state: 'live', staleSymbols: [SYMBOL] });
    h.feed.tick(SYMBOL, h.clock.now(), 1.1);
    h.clock.advance(250);
    expect(h.changes.at(-1)).toEqual({ source: 'simulated', state: 'live', staleSymbols: [] });
    h.clock.advance(60_000);
    expect(h.changes.at(-1)).toEqual({ source: 'simulated', state: 'stale', staleSymbols: [SYMBOL, 'GBPUSD'] });
    h.feed.closedSymbols.add(SYMBOL);
    expect(h.market.condition(h.track).state).toBe('closed');
  });

  it('refuses orders on a recording that runs ahead of the clock', async () => {
    const h = await begun([SYMBOL], 'replay');
    h.clock.advance(1_000);
    h.feed.tick(SYMBOL, h.clock.now() + 9_000, 1.1);
    expect(h.market.condition(h.track).state).toBe('live');
    h.feed.tick(SYMBOL, h.clock.now() + 60_000, 1.1);
    expect(h.market.condition(h.track)).toEqual({ state: 'ahead', ageMs: 0 });
  });

  it('reports the age of a recording’s prices if they are behind the clock', async () => {
    const h = await begun([SYMBOL], 'replay');
    h.clock.advance(60_000);
    h.feed.tick(SYMBOL, h.clock.now() - 9_000, 1.1);
    expect(h.market.condition(h.track)).toEqual({ state: 'live', ageMs: 0 });
    h.clock.advance(1_000);
    expect(h.market.condition(h.track)).toEqual({ state: 'stale', ageMs: 10_000 });
  });

  it('knows the ticks of a symbol only up to its own latest tick while the feed catches up', async () => {
    const h = await begun([SYMBOL, 'GBPUSD']);
    h.clock.advance(10_000);
    h.feed.tick(SYMBOL, START_MS + 2_000, 1.1);
    h.feed.tick('GBPUSD', START_MS + 10_000, 1.3);
    expect(h.market.knownThroughMs(h.track)).toBe(START_MS + 9_000);
    h.feed.state('catching_up');
    expect(h.market.knownThroughMs(h.track)).toBe(START_MS + 2_000);
    expect(h.market.condition(h.track).state).toBe('stale');
  });

  it('considers the ticks of a silent symbol complete up to the time that its source guarantees', async () => {
    const h = await begun([SYMBOL, 'GBPUSD']);
    h.clock.advance(10_000);
    h.feed.tick(SYMBOL, START_MS + 2_000, 1.1);
    h.feed.completeThroughMs = () => START_MS + 9_950;
    expect(h.market.knownThroughMs(h.track)).toBe(START_MS + 9_950);
    h.feed.state('catching_up');
    expect(h.market.knownThroughMs(h.track)).toBe(START_MS + 9_950);
  });

  it('refuses orders after the clock is set back, until the clock has reached its earlier time', async () => {
    const h = await begun();
    h.clock.advance(2_000);
    h.feed.tick(SYMBOL, h.clock.now(), 1.1);
    h.clock.jump(-400);
    expect(h.market.condition(h.track).state).toBe('live');
    h.clock.jump(-200);
    expect(h.market.condition(h.track).state).toBe('skewed');
    h.clock.advance(250);
    expect(h.market.condition(h.track).state).toBe('live');
    h.clock.jump(-300_000);
    h.clock.advance(250);
    expect(h.changes.at(-1)).toEqual({ source: 'simulated', state: 'stale', staleSymbols: [SYMBOL] });
    h.clock.advance(299_000);
    expect(h.market.condition(h.track).state).toBe('skewed');
    h.clock.advance(1_000);
    h.feed.tick(SYMBOL, h.clock.now(), 1.1);
    expect(h.market.condition(h.track).state).toBe('live');
  });

  it('refuses orders on prices that are dated a second or more ahead of the server’s clock', async () => {
    const h = await begun();
    h.clock.advance(1_000);
    h.feed.tick(SYMBOL, h.clock.now() + 999, 1.1);
    expect(h.market.condition(h.track).state).toBe('live');
    h.feed.tick(SYMBOL, h.clock.now() + 1_000, 1.1);
    expect(h.market.condition(h.track).state).toBe('skewed');
  });

  it('marks a symbol as frozen if its price does not change for a minute', async () => {
    const h = await begun();
    const tickOn = (price: number) => {
      h.clock.advance(1_000);
      h.feed.tick(SYMBOL, h.clock.now(), price);
    };
    for (let second = 0; second <= 59; second++) tickOn(1.1);
    expect(h.market.condition(h.track).state).toBe('live');
    tickOn(1.1);
    expect(h.market.condition(h.track)).toEqual({ state: 'frozen', ageMs: 60_000 });
    h.clock.advance(250);
    expect(h.changes.at(-1)).toMatchObject({ staleSymbols: [SYMBOL] });
    tickOn(1.10001);
    expect(h.market.condition(h.track).state).toBe('live');
  });

  it('does not mark a recording as frozen, because the recorded market may have had minutes without movement', async () => {
    const h = await begun([SYMBOL], 'replay');
    for (let second = 0; second <= 90; second++) {
      h.clock.advance(1_000);
      h.feed.tick(SYMBOL, h.clock.now(), 1.1);
    }
    expect(h.market.condition(h.track).state).toBe('live');
  });
});
