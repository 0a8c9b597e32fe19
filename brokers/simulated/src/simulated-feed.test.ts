import type { FeedTick, PriceFeedState } from '@vigia/broker-kit/port';
import { candlesFromTicks } from '@vigia/core/candles';
import { epochMs, monotonicMs } from '@vigia/core/kernel';
import { demoMarket, SIMULATED_ASSETS, SimulatedPrices, simulatedAsset, TickCursor } from '@vigia/core/market-model';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { BACKLOG_SLICE_MS, POLL_MS } from './playback.ts';
import { SimulatedFeed } from './simulated-feed.ts';

const MARKET = demoMarket(11);
const START_MS = Date.UTC(2026, 10, 21, 9, 30, 12, 345);
const NOTHING = new Map<string, number>();

function run(
  clock: ManualClock,
  resumeAfterMs: ReadonlyMap<string, number> = NOTHING,
  feed = new SimulatedFeed(clock, MARKET),
) {
  const ticks: FeedTick[] = [];
  const states: PriceFeedState[] = [];
  const stop = feed.start(
    { onTick: (tick) => void ticks.push(tick), onState: (state) => void states.push(state) },
    resumeAfterMs,
  );
  return { feed, ticks, states, stop, of: (symbol: string) => ticks.filter((tick) => tick.symbol === symbol) };
}

/** Returns the ticks of the market model for EURUSD in (fromMs, toMs]. */
function modelTicks(fromMs: number, toMs: number): { timeMs: number; price: number }[] {
  const asset = simulatedAsset('EURUSD');
  if (!asset) throw new Error('EURUSD is listed');
  const cursor = new TickCursor(MARKET, asset).seekFrom(fromMs + 1);
  const ticks = [];
  for (; cursor.timeMs <= toMs; cursor.next()) ticks.push({ timeMs: cursor.timeMs, price: cursor.price });
  return ticks;
}

const plain = (ticks: readonly FeedTick[]) => ticks.map(({ timeMs, price }) => ({ timeMs, price }));

describe('the simulated feed, live', () => {
  it('publishes every tick of every asset at most one poll after its time, never early and never as backfilled', () => {
    const clock = new ManualClock(START_MS);
    const { ticks, of, feed } = run(clock);
    feed.assets().forEach(({ symbol }) => expect(of(symbol)).toEqual([]));
    for (let step = 0; step < 600; step++) {
      const before = ticks.length;
      clock.advance(POLL_MS);
      for (const { timeMs } of ticks.slice(before)) {
        expect(timeMs).toBeLessThanOrEqual(clock.now());
        expect(timeMs).toBeGreaterThan(clock.now() - 2 * POLL_MS);
      }
    }
    expect(plain(of('EURUSD'))).toEqual(modelTicks(START_MS, clock.now()));
    expect(new Set(ticks.map(({ symbol }) => symbol)).size).toBe(SIMULATED_ASSETS.length);
    expect(ticks.some(({ backfilled }) => backfilled)).toBe(false);
  });

  it('reports each minute as complete at its end, without waiting for a tick of the next minute', () => {
    const clock = new ManualClock(START_MS);
    const reports: { readonly throughMs: number; readonly atMs: number }[] = [];
    const onComplete = (throughMs: number) => void reports.push({ throughMs, atMs: clock.now() });
    new SimulatedFeed(clock, MARKET).start({ onTick: () => undefined, onState: () => undefined, onComplete }, NOTHING);
    const endMs = START_MS - (START_MS % 60_000) + 60_000;
    clock.advance(endMs - START_MS + POLL_MS);
    const first = reports.find(({ throughMs }) => throughMs >= endMs);
    expect(first?.atMs).toBe(endMs);
    expect(reports.every(({ throughMs, atMs }) => throughMs <= atMs)).toBe(true);
  });

  it('never publishes a tick of a time that it has reported as complete, even after clock jumps', () => {
    const clock = new ManualClock(START_MS);
    const feed = new SimulatedFeed(clock, MARKET);
    expect(feed.completeThroughMs()).toBeNull();
    let promisedMs = -Infinity;
    const broken: number[] = [];
    const listener = {
      onTick: ({ timeMs }: FeedTick) => void (timeMs <= promisedMs && broken.push(timeMs)),
      onState: () => undefined,
    };
    feed.start(listener, NOTHING);
    for (const leapMs of [0, 0, 60_000, 0, -300_000, 0, 301_000, 0]) {
      clock.jump(leapMs);
      // The loop lasts longer than a clock jump is held back.
      for (let step = 0; step < 200; step++) {
        clock.advance(POLL_MS);
        expect(feed.completeThroughMs()).toBeGreaterThanOrEqual(promisedMs);
        promisedMs = feed.completeThroughMs() ?? promisedMs;
      }
    }
    expect(broken).toEqual([]);
    expect(promisedMs).toBeGreaterThan(clock.now() - POLL_MS);
  });

  it('publishes no ticks for a wrong time that the clock shows for a few seconds', () => {
    const clock = new ManualClock(START_MS);
    const { of, states } = run(clock);
    clock.advance(10_000);
    for (const jumpMs of [300_000, 3_000, 3_600_000]) {
      clock.jump(jumpMs);
      clock.advance(5_000);
      expect(states.at(-1)).toBe('catching_up');
      clock.jump(-jumpMs);
      clock.advance(5_000);
      expect(states.at(-1)).toBe('live');
    }
    expect(plain(of('EURUSD'))).toEqual(modelTicks(START_MS, clock.now()));
  });

  it('publishes the ticks of a skipped time, once a clock jump has lasted for eight seconds', () => {
    const clock = new ManualClock(START_MS);
    const { of, states } = run(clock);
    clock.advance(1_000);
    clock.jump(300_000);
    clock.advance(8_000 - POLL_MS);
    expect(of('EURUSD').at(-1)?.timeMs).toBeLessThanOrEqual(START_MS + 1_000);
    clock.advance(1_000);
    expect(states.at(-1)).toBe('live');
    expect(plain(of('EURUSD'))).toEqual(modelTicks(START_MS, clock.now()));
  });

  it('continues at once when a step of the clock back is reverted', () => {
    const clock = new ManualClock(START_MS);
    const { of, states } = run(clock);
    clock.advance(1_000);
    clock.jump(-300_000);
    clock.advance(20_000);
    clock.jump(300_000);
    clock.advance(POLL_MS);
    expect(states.at(-1)).toBe('live');
    expect(plain(of('EURUSD'))).toEqual(modelTicks(START_MS, clock.now()));
  });

  it('does not report a time slice as complete if the feed stopped in the middle of it', () => {
    const clock = new ManualClock(START_MS);
    const feed = new SimulatedFeed(clock, MARKET);
    const stop = feed.start({ onTick: () => stop(), onState: () => undefined }, NOTHING);
    clock.advance(5_000);
    const promisedMs = feed.completeThroughMs() ?? 0;
    clock.advance(60_000);
    expect(feed.completeThroughMs()).toBe(promisedMs);
    expect(promisedMs).toBeLessThan(START_MS + 5_000);
  });

  it('is live from the first poll on, and reports `live` once', () => {
    const clock = new ManualClock(START_MS);
    const { states } = run(clock);
    clock.advance(10_000);
    expect(states).toEqual(['live']);
  });

  it('publishes no tick after it is stopped, not even the rest of a slice', () => {
    const clock = new ManualClock(START_MS);
    const feed = new SimulatedFeed(clock, MARKET);
    const ticks: FeedTick[] = [];
    const stop = feed.start(
      {
        onTick: (tick) => {
          ticks.push(tick);
          if (ticks.length === 10) stop();
        },
        onState: () => undefined,
      },
      NOTHING,
    );
    clock.advance(60_000);
    expect(ticks).toHaveLength(10);
  });
});

describe('the simulated feed after a pause', () => {
  const resume = (ms: number) => new Map(SIMULATED_ASSETS.map(({ symbol }) => [symbol, ms]));

  it('publishes missed ticks once, marked as backfilled if they are older than 3 s', () => {
    const clock = new ManualClock(START_MS);
    const first = run(clock);
    clock.advance(30_000);
    first.stop();
    const lastSeen = new Map(SIMULATED_ASSETS.map(({ symbol }) => [symbol, first.of(symbol).at(-1)?.timeMs ?? 0]));
    clock.advance(300_000);
    const restartMs = clock.now();
    const second = run(clock, lastSeen);
    clock.advance(30_000);
    expect(plain([...first.of('EURUSD'), ...second.of('EURUSD')])).toEqual(modelTicks(START_MS, clock.now()));
    for (const { timeMs, backfilled } of second.ticks) {
      if (timeMs < restartMs - 3_000) expect(backfilled).toBe(true);
      if (timeMs > restartMs) expect(backfilled).toBe(false);
    }
    expect(second.states).toEqual(['catching_up', 'live']);
  });

  it('publishes a backlog in slices of bounded size', () => {
    const clock = new ManualClock(START_MS);
    const { ticks } = run(clock, resume(START_MS - 3_600_000));
    const slices: number[] = [];
    for (let before = 0; ticks.at(-1)?.backfilled !== false; before = ticks.length) {
      clock.advance(10);
      slices.push(ticks.length - before);
      if (slices.length > 1_000) throw new Error('the backlog never ends');
    }
    // A cross rate has a tick whenever one of its two legs has one.
    const series = SIMULATED_ASSETS.reduce((sum, { legs }) => sum + (legs === null ? 1 : 2), 0);
    expect(Math.max(...slices)).toBeLessThanOrEqual(series * (BACKLOG_SLICE_MS / 1_000 + 4));
    expect(slices.filter((count) => count > 0).length).toBeGreaterThanOrEqual(60);
  });

  it('publishes the ticks of a long clock jump only after the jump has lasted for half a minute', () => {
    const clock = new ManualClock(START_MS);
    const times: number[] = [];
    const states: PriceFeedState[] = [];
    new SimulatedFeed(clock, MARKET).start(
      { onTick: ({ timeMs }) => void times.push(timeMs), onState: (state) => void states.push(state) },
      NOTHING,
    );
    const newestMs = () => Math.max(...times);
    clock.advance(5_000);
    clock.jump(10 * 365 * 86_400_000);
    clock.advance(29_000);
    expect(newestMs()).toBeLessThanOrEqual(START_MS + 5_000);
    clock.jump(-10 * 365 * 86_400_000);
    clock.advance(5_000);
    expect(newestMs()).toBeGreaterThan(START_MS + 30_000);
    expect(newestMs()).toBeLessThanOrEqual(clock.now());
    clock.jump(3_600_000);
    clock.advance(30_000);
    expect(states).toEqual(['live', 'catching_up', 'live', 'catching_up']);
    clock.advance(5_000);
    expect(newestMs()).toBeGreaterThan(START_MS + 3_600_000);
    expect(states.at(-1)).toBe('live');
  });

  it('marks ticks as backfilled if they are late because the process was suspended', () => {
    const clock = new ManualClock(START_MS);
    const asleep = {
      now: () => epochMs(clock.now() + sleptMs),
      monotonicMs: () => monotonicMs(clock.monotonicMs() + sleptMs),
      after: clock.after.bind(clock),
      every: clock.every.bind(clock),
    };
    let sleptMs = 0;
    const ticks: FeedTick[] = [];
    const states: PriceFeedState[] = [];
    new SimulatedFeed(asleep, MARKET).start(
      { onTick: (tick) => void ticks.push(tick), onState: (state) => void states.push(state) },
      NOTHING,
    );
    clock.advance(5_000);
    sleptMs = 20_000;
    clock.advance(POLL_MS);
    clock.advance(5_000);
    expect(states).toEqual(['live', 'catching_up', 'live']);
    const late = ticks.filter(({ backfilled }) => backfilled).map(({ timeMs }) => timeMs - START_MS);
    expect(Math.min(...late)).toBeGreaterThan(5_000);
    expect(Math.max(...late)).toBeLessThan(22_100);
    expect(late.length).toBeGreaterThan(25 * 10);
  });
});

describe('the simulated history', () => {
  it('equals the published ticks, up to now and no further', async () => {
    const clock = new ManualClock(START_MS);
    const { feed, of } = run(clock);
    clock.advance(60_000);
    const history = await feed.historyTicks('EURUSD', START_MS + 1, START_MS + 3_600_000);
    if (!history.ok) throw new Error(history.error);
    expect([...history.value.timeMs]).toEqual(of('EURUSD').map(({ timeMs }) => timeMs));
    expect([...history.value.price]).toEqual(of('EURUSD').map(({ price }) => price));
  });

  it('includes the start of the requested range and excludes its end', async () => {
    const feed = new SimulatedFeed(new ManualClock(START_MS), MARKET);
    const [first, second] = modelTicks(START_MS - 60_000, START_MS);
    if (!first || !second) throw new Error('a minute has ticks');
    const history = await feed.historyTicks('EURUSD', first.timeMs, second.timeMs);
    expect(history).toMatchObject({ ok: true, value: { length: 1 } });
  });

  it('has the closed 1-minute candles that its ticks build, without the forming candle', async () => {
    const feed = new SimulatedFeed(new ManualClock(START_MS), MARKET);
    const fromMs = Date.UTC(2026, 10, 20, 9, 30);
    const candles = await feed.historyCandles('EURUSD', fromMs, START_MS + 600_000);
    const ticks = await feed.historyTicks('EURUSD', fromMs, START_MS);
    if (!candles.ok || !ticks.ok) throw new Error('EURUSD is listed');
    expect(candles.value.length).toBe(1_440);
    expect(candles.value).toEqual(candlesFromTicks(ticks.value, 60).candles);
  });

  it('has only candles that open within the requested bounds', async () => {
    const feed = new SimulatedFeed(new ManualClock(START_MS), MARKET);
    const candles = await feed.historyCandles('EURUSD', START_MS - 300_000, START_MS - 120_000);
    if (!candles.ok) throw new Error(candles.error);
    const minute = Math.ceil((START_MS - 300_000) / 60_000) * 60;
    expect([...candles.value.time]).toEqual([minute, minute + 60, minute + 120]);
  });

  it('starts at the origin of a market that continues earlier prices', async () => {
    const originMs = START_MS - 90_000;
    const facts = { ...MARKET.facts, origin: { timeMs: originMs, prices: { EURUSD: 1.5 } } };
    const feed = new SimulatedFeed(new ManualClock(START_MS), new SimulatedPrices(facts));
    const ticks = await feed.historyTicks('EURUSD', 0, START_MS);
    const candles = await feed.historyCandles('EURUSD', originMs - 3_600_000, originMs);
    if (!ticks.ok || !candles.ok) throw new Error('EURUSD is listed');
    expect(ticks.value.timeMs[0]).toBe(modelTicks(originMs - 1, START_MS)[0]?.timeMs);
    expect(ticks.value.price[0]).toBeCloseTo(1.5, 3);
    expect(candles.value.length).toBe(0);
  });

  it('starts soon after the start of the market, and not before', async () => {
    const feed = new SimulatedFeed(new ManualClock(START_MS), MARKET);
    const ticks = await feed.historyTicks('EURUSD', 0, MARKET.firstMs + 10_000);
    expect(ticks).toMatchObject({ ok: true });
    if (ticks.ok) expect(ticks.value.length).toBeGreaterThan(4);
  });

  it('refuses unknown symbols', async () => {
    const feed = new SimulatedFeed(new ManualClock(START_MS), MARKET);
    expect(await feed.historyTicks('NOSUCH', 0, START_MS)).toEqual({ ok: false, error: 'unknown_symbol' });
    expect(await feed.historyCandles('NOSUCH', 0, START_MS)).toEqual({ ok: false, error: 'unknown_symbol' });
    expect(feed.payoutRatio('NOSUCH', 300, epochMs(START_MS))).toBeNull();
    expect(feed.isMarketOpen('NOSUCH')).toBe(false);
  });
});
