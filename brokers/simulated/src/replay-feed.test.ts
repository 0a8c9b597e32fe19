import type { FeedAsset, FeedTick, PriceFeedState } from '@vigia/broker-kit/port';
import { candlesFromTicks, columnsOf, type TickColumns } from '@vigia/core/candles';
import { minorUnits, ratio } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { ticksOfCandles } from './candle-ticks.ts';
import { ReplayFeed, type ReplayOptions } from './replay-feed.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 30);
const RECORDED_MS = Date.UTC(2018, 0, 2);

const asset: FeedAsset = {
  symbol: 'EURUSD',
  name: 'Euro / Dólar',
  type: 'forex',
  tickSize: 0.00001,
  decimals: 5,
  minTradeAmountMinor: minorUnits(100),
  maxTradeAmountMinor: minorUnits(50_000),
};

/** Returns ticks that are one second apart. */
const ticks = (count: number): TickColumns => ({
  length: count,
  timeMs: Float64Array.from({ length: count }, (_, row) => RECORDED_MS + row * 1_000),
  price: Float64Array.from({ length: count }, (_, row) => 1 + row / 100_000),
});

function feedAt(clock: ManualClock, options: Partial<ReplayOptions>) {
  return new ReplayFeed(clock, {
    recordings: [{ asset, ticks: ticks(100) }],
    speed: 1,
    begin: NOW_MS,
    payoutRatio: ratio(0.8),
    ...options,
  });
}

function run(
  options: Partial<ReplayOptions> = {},
  resumeAfterMs: ReadonlyMap<string, number> = new Map(),
  clock = new ManualClock(NOW_MS),
) {
  const feed = feedAt(clock, options);
  const seen: FeedTick[] = [];
  const states: PriceFeedState[] = [];
  const stop = feed.start(
    { onTick: (tick) => void seen.push(tick), onState: (state) => void states.push(state) },
    resumeAfterMs,
  );
  return { clock, feed, seen, states, stop };
}

describe('the replay feed', () => {
  it('starts at the requested time, and keeps the recorded intervals between ticks', () => {
    const { clock, seen, states } = run();
    clock.advance(9_500);
    expect(seen.map(({ timeMs }) => timeMs - NOW_MS)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((s) => s * 1_000));
    expect(seen[3]).toEqual({ symbol: 'EURUSD', timeMs: NOW_MS + 3_000, price: 1.00003, backfilled: false });
    expect(states).toEqual(['live']);
  });

  it('keeps the recorded times with `begin: recorded`', () => {
    const { clock, seen } = run({ begin: 'recorded' });
    clock.advance(1_000);
    expect(seen.map(({ timeMs }) => timeMs)).toEqual([RECORDED_MS, RECORDED_MS + 1_000]);
  });

  it('plays at ten times the speed and marks no tick as backfilled', () => {
    const { clock, seen } = run({ speed: 10 });
    clock.advance(5_000);
    expect(seen).toHaveLength(51);
    expect(seen.every(({ backfilled }) => !backfilled)).toBe(true);
  });

  it('reports that it has ended after the last recorded tick', () => {
    const { clock, seen, states } = run({ speed: 1_000_000 });
    clock.advance(1_000);
    expect(seen).toHaveLength(100);
    expect(states).toEqual(['live', 'ended']);
  });

  it('resumes with `begin: recorded` after the last published tick, for any downtime', () => {
    const { clock, seen } = run({ begin: 'recorded' }, new Map([['EURUSD', RECORDED_MS + 40_000]]));
    clock.advance(2_000);
    expect(seen.map(({ timeMs, backfilled }) => [timeMs - RECORDED_MS, backfilled])).toEqual([
      [41_000, false],
      [42_000, false],
    ]);
  });

  it('gives ticks the same times after a restart if it has a start time, and publishes missed ticks first', () => {
    const first = run();
    first.clock.advance(10_000);
    const clock = new ManualClock(NOW_MS + 60_000);
    const second = run({}, new Map([['EURUSD', NOW_MS + 10_000]]), clock);
    expect(second.feed.isOver).toBe(false);
    clock.advance(1_000);
    expect(second.seen[0]).toEqual({ symbol: 'EURUSD', timeMs: NOW_MS + 11_000, price: 1.00011, backfilled: true });
    expect(second.seen.at(-1)).toMatchObject({ timeMs: NOW_MS + 61_000, price: 1.00061, backfilled: false });
    expect(second.seen).toHaveLength(51);
    expect(second.states).toEqual(['catching_up', 'live']);
    clock.advance(60_000);
    expect(second.feed.isOver).toBe(true);
  });

  it('has a history before a listener starts the feed', async () => {
    const feed = feedAt(new ManualClock(NOW_MS + 30_000), { speed: 2 });
    expect(feed.ownTime).toMatchObject({ startsAtMs: NOW_MS });
    expect(feed.ownTime.nowMs()).toBe(NOW_MS + 60_000);
    expect(await feed.historyTicks('EURUSD', 0, Number.POSITIVE_INFINITY)).toMatchObject({ value: { length: 61 } });
  });

  it('publishes nothing after it is stopped', () => {
    const { clock, seen, stop } = run();
    stop();
    clock.advance(10_000);
    expect(seen).toEqual([]);
  });

  it('returns only past ticks as history, never future ones', async () => {
    const { clock, feed } = run();
    clock.advance(10_000);
    const history = await feed.historyTicks('EURUSD', 0, Number.POSITIVE_INFINITY);
    expect(history).toMatchObject({ ok: true, value: { length: 11 } });
    clock.advance(60_000);
    const candles = await feed.historyCandles('EURUSD', 0, Number.POSITIVE_INFINITY);
    if (!candles.ok) throw new Error(candles.error);
    expect([...candles.value.time.subarray(0, candles.value.length)]).toEqual([NOW_MS / 1_000]);
  });

  it('has a payout for recorded assets only', () => {
    const { feed } = run();
    expect(feed.payoutRatio('EURUSD')).toBe(0.8);
    expect(feed.payoutRatio('GBPUSD')).toBeNull();
    expect(feed.isMarketOpen('GBPUSD')).toBe(false);
  });

  it.each([
    ['no recordings', { recordings: [] }],
    ['no speed', { speed: 0 }],
    ['an empty recording', { recordings: [{ asset, ticks: ticks(0) }] }],
  ])('throws with %s', (_, options) => {
    expect(() => run(options)).toThrow('invariant');
  });
});

describe('ticksOfCandles', () => {
  const candles = columnsOf([
    { time: RECORDED_MS / 1_000, open: 1.1, high: 1.4, low: 1.0, close: 1.3 },
    { time: RECORDED_MS / 1_000 + 60, open: 1.3, high: 1.5, low: 1.1, close: 1.2 },
    { time: RECORDED_MS / 1_000 + 300, open: 1.2, high: 1.2, low: 1.2, close: 1.2 },
  ]);

  it('returns four ticks per candle: open, the extreme away from the close, the other extreme, close', () => {
    const made = ticksOfCandles(candles);
    expect([...made.price]).toEqual([1.1, 1.0, 1.4, 1.3, 1.3, 1.5, 1.1, 1.2, 1.2, 1.2, 1.2, 1.2]);
    expect(Array.from(made.timeMs.slice(0, 4)).map((timeMs) => timeMs - RECORDED_MS)).toEqual([
      0, 15_000, 30_000, 45_000,
    ]);
  });

  it('returns ticks that build the same candles again', () => {
    const rebuilt = candlesFromTicks(ticksOfCandles(candles), 60);
    expect(rebuilt.candles.length).toBe(2);
    expect([...rebuilt.candles.high]).toEqual([1.4, 1.5]);
    expect([...rebuilt.candles.low]).toEqual([1.0, 1.1]);
    expect([...rebuilt.candles.close]).toEqual([1.3, 1.2]);
    expect(rebuilt.forming).toEqual({ time: RECORDED_MS / 1_000 + 300, open: 1.2, high: 1.2, low: 1.2, close: 1.2 });
  });
});
