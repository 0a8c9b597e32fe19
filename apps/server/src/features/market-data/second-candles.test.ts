import type { TickColumns } from '@vigia/core/candles';
import { describe, expect, it } from 'vitest';
import { followedSecondCandles, MAX_TICKS_PER_READ, readSecondCandles } from './second-candles.ts';
import type { TickSpan } from './stored-ticks.ts';
import { TickRing } from './tick-ring.ts';

const START_MS = 1_772_409_600_000;
const START = START_MS / 1_000;

type Tick = readonly [afterMs: number, price: number];

/** A store of ticks that notes what was read. */
function storeOf(ticks: readonly Tick[]) {
  const reads: { readonly span: TickSpan; readonly limit: number }[] = [];
  return {
    reads,
    async read(span: TickSpan, limit: number): Promise<TickColumns> {
      reads.push({ span, limit });
      const found = ticks.filter(([afterMs]) => START_MS + afterMs >= span.fromMs && START_MS + afterMs < span.toMs);
      const newest = limit > 0 ? found.slice(-limit) : [];
      return {
        length: newest.length,
        timeMs: Float64Array.from(newest, ([afterMs]) => START_MS + afterMs),
        price: Float64Array.from(newest, ([, price]) => price),
      };
    },
  };
}

/** A symbol whose last ticks are in memory. */
function trackOf(ticks: readonly Tick[], capacity = 1_024) {
  const ring = new TickRing(capacity);
  for (const [afterMs, price] of ticks) ring.push(START_MS + afterMs, price);
  const last = ticks.at(-1);
  return { ring, lastTimeMs: last === undefined ? null : START_MS + last[0] };
}

const everySecond = (count: number): Tick[] => Array.from({ length: count }, (_, n) => [n * 1_000, 1 + n / 1_000]);

describe('a page of second candles', () => {
  it('has no candle where there was no tick, and leaves its last candle open until all ticks are known', async () => {
    const ticks: Tick[] = [
      [0, 2],
      [1_000, 4],
      [4_999, 1],
      [15_000, 3],
    ];
    const read = (knownThroughMs: number | null) =>
      readSecondCandles({ track: trackOf(ticks), stored: storeOf([]).read, knownThroughMs }, 5, { limit: 10 });
    const open = { time: START + 15, open: 3, high: 3, low: 3, close: 3 };
    expect(await read(START_MS + 19_999)).toEqual({
      candles: [
        { time: START, open: 2, high: 4, low: 1, close: 1, closed: true },
        { ...open, closed: false },
      ],
      has_older: false,
    });
    expect((await read(START_MS + 20_000)).candles.at(-1)).toEqual({ ...open, closed: true });
    expect((await read(null)).candles.at(-1)?.closed).toBe(false);
  });

  it('reads stored ticks only for the time before the ticks in memory', async () => {
    const ticks = everySecond(40);
    const store = storeOf(ticks);
    const track = trackOf(ticks, 12);
    const page = await readSecondCandles({ track, stored: store.read, knownThroughMs: null }, 5, { limit: 3 });
    expect(page.candles.map(({ time, open, close }) => [time - START, open, close])).toEqual([
      [25, 1.025, 1.029],
      [30, 1.03, 1.034],
      [35, 1.035, 1.039],
    ]);
    // The ring has the ticks of the seconds 28 to 39. Others at second 28 may have left it.
    expect(store.reads.map(({ span }) => span.toMs - START_MS)).toEqual([28_001]);
    const small = await readSecondCandles({ track, stored: store.read, knownThroughMs: null }, 5, { limit: 1 });
    expect(small.candles).toHaveLength(1);
  });

  it('goes back over a pause of hours to find its candles, and ends before a time', async () => {
    const ticks: Tick[] = [
      [0, 1],
      [5_000, 2],
      [40_000_000, 3],
    ];
    const deps = { track: trackOf(ticks, 1), stored: storeOf(ticks).read, knownThroughMs: null };
    const times = async (page: { limit: number; before?: number }) => {
      const { candles, has_older } = await readSecondCandles(deps, 5, page);
      return [candles.map(({ time }) => time - START), has_older];
    };
    expect(await times({ limit: 5 })).toEqual([[0, 5, 40_000], false]);
    expect(await times({ limit: 2 })).toEqual([[5, 40_000], true]);
    expect(await times({ limit: 5, before: START + 40_000 })).toEqual([[0, 5], false]);
    expect(await times({ limit: 5, before: START + 6 })).toEqual([[0, 5], false]);
    expect(await times({ limit: 5, before: START + 5 })).toEqual([[0], false]);
    expect(await times({ limit: 5, before: START })).toEqual([[], false]);
  });

  it('shows the stored candles of a symbol without a tick since the start', async () => {
    const deps = { track: trackOf([]), stored: storeOf(everySecond(7)).read, knownThroughMs: null };
    const { candles } = await readSecondCandles(deps, 5, { limit: 5 });
    expect(candles.map(({ time, closed }) => [time - START, closed])).toEqual([
      [0, true],
      [5, false],
    ]);
  });

  it('reads no more ticks than its bound, and leaves out the candle whose first ticks it did not read', async () => {
    // Ten ticks a second: the bound is in the middle of a candle of 30 s.
    const ticks = Array.from({ length: MAX_TICKS_PER_READ + 950 }, (_, n): Tick => [n * 100, 1 + n / 1_000_000]);
    const store = storeOf(ticks);
    const deps = { track: trackOf(ticks, 100), stored: store.read, knownThroughMs: null };
    const { candles, has_older } = await readSecondCandles(deps, 30, { limit: 1_000 });
    expect(store.reads.map(({ limit }) => limit)).toEqual([MAX_TICKS_PER_READ - 99]);
    expect(candles.every(({ time, open }) => open === 1 + ((time - START) * 10) / 1_000_000)).toBe(true);
    expect([candles.length, candles[0]?.time, has_older]).toEqual([133, START + 120, true]);
    const older = await readSecondCandles(deps, 30, { limit: 1_000, before: candles[0]?.time ?? 0 });
    expect(older.candles.map(({ time }) => time - START)).toEqual([0, 30, 60, 90]);
    expect(older.has_older).toBe(false);
  });
});

describe('the second candles that the server updates live', () => {
  it('are those of the last minute whose ticks are all in memory', () => {
    const times = (capacity: number, count = 100) =>
      followedSecondCandles(trackOf(everySecond(count), capacity), 15).map(({ time }) => time - START);
    expect(times(1_024)).toEqual([30, 45, 60, 75, 90]);
    expect(times(32)).toEqual([75, 90]);
    expect(times(3)).toEqual([]);
    expect(followedSecondCandles(trackOf([]), 5)).toEqual([]);
  });

  it('contain a late tick at its time', () => {
    const track = trackOf(everySecond(12));
    track.ring.push(START_MS + 3_500, 9);
    expect(followedSecondCandles(track, 5).map(({ high }) => high)).toEqual([9, 1.009, 1.011]);
  });
});
