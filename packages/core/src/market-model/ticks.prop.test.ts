import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AssetSpec, SIMULATED_ASSETS, simulatedAsset } from './assets.ts';
import { demoMarket, MARKET_END_MS, MARKET_START_MS, SimulatedPrices } from './market.ts';
import type { PaceKey } from './pace.ts';
import { lastTickBefore, TickCursor } from './ticks.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;
const RUNS = { numRuns: propertyRuns(60) };

const asset = fc.constantFrom(...SIMULATED_ASSETS);
const seed = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const pace = fc.constantFrom<PaceKey[]>('even', 'uneven');
/** Times whose day is close enough to 2026 for a fast test, and often at the start of a day or of its parts. */
const time = fc
  .tuple(fc.integer({ min: -400, max: 800 }), fc.integer({ min: -2, max: 1_026 }), fc.integer({ min: -50, max: 50 }))
  .map(([day, part, ms]) => Date.UTC(2026, 0, 1) + day * DAY_MS + Math.floor(part * 84_375) + ms);
/** Longest gap between two ticks: an uneven gap, and the start of a part of the day. */
const GAP_MAX_MS: Readonly<Record<PaceKey, number>> = { even: 2_000, uneven: 9_600 };
const GAP_MIN_MS: Readonly<Record<PaceKey, number>> = { even: 200, uneven: 4 };

function listed(symbol: string): AssetSpec {
  const found = simulatedAsset(symbol);
  if (!found) throw new Error(`${symbol} is listed`);
  return found;
}

describe('the simulated ticks', () => {
  it('are the same whether they are read by random access, in sequence, or with a cursor that was moved before', () => {
    fc.assert(
      fc.property(seed, asset, pace, time, time, (s, a, p, start, elsewhere) => {
        const cursor = new TickCursor(demoMarket(s, p), a).seekFrom(elsewhere).seekFrom(start);
        for (let step = 0; step < 100; step++, cursor.next())
          if (step % 20 === 0) expect(cursor.tick()).toEqual(lastTickBefore(demoMarket(s, p), a, cursor.timeMs + 1));
      }),
      RUNS,
    );
  });

  it('include a last tick before any given time and a first tick at or after that time', () => {
    fc.assert(
      fc.property(seed, asset, pace, time, (s, a, p, timeMs) => {
        const market = demoMarket(s, p);
        const last = lastTickBefore(market, a, timeMs);
        const cursor = new TickCursor(market, a).seekFrom(timeMs);
        expect(last.timeMs).toBeLessThan(timeMs);
        expect(cursor.timeMs).toBeGreaterThanOrEqual(timeMs);
        expect(lastTickBefore(market, a, cursor.timeMs)).toEqual(last);
        expect(lastTickBefore(market, a, last.timeMs + 1)).toEqual(last);
        expect(lastTickBefore(market, a, last.timeMs).timeMs).toBeLessThan(last.timeMs);
      }),
      RUNS,
    );
  });

  it('have gaps within the bounds of their pace, and positive prices that are multiples of the tick size', () => {
    const single = fc.constantFrom(...SIMULATED_ASSETS.filter(({ legs }) => legs === null));
    fc.assert(
      fc.property(seed, single, pace, time, (s, a, p, start) => {
        const cursor = new TickCursor(demoMarket(s, p), a).seekFrom(start);
        for (let step = 0; step < 300; step++) {
          const beforeMs = cursor.timeMs;
          cursor.next();
          expect(cursor.timeMs - beforeMs).toBeGreaterThanOrEqual(GAP_MIN_MS[p]);
          expect(cursor.timeMs - beforeMs).toBeLessThanOrEqual(GAP_MAX_MS[p]);
          expect(Number.isInteger(cursor.timeMs)).toBe(true);
          expect(cursor.price).toBeGreaterThan(0);
          expect(Number(cursor.price.toFixed(a.decimals))).toBe(cursor.price);
        }
      }),
      RUNS,
    );
  });

  it('exist in every minute, so that no candle is missing', () => {
    for (const p of ['even', 'uneven'] as const) {
      const cursor = new TickCursor(demoMarket(2, p), listed('USDCAD')).seekFrom(NOW_MS);
      const minutes = new Set<number>();
      for (; cursor.timeMs < NOW_MS + 3 * DAY_MS; cursor.next()) minutes.add(Math.floor(cursor.timeMs / 60_000));
      expect(minutes.size).toBe(3 * 1_440);
    }
  });

  it('have gaps from the shortest to the longest that their pace allows', () => {
    const cursor = new TickCursor(demoMarket(1), listed('EURUSD')).seekFrom(NOW_MS);
    const gaps = Array.from({ length: 200_000 }, () => {
      const beforeMs = cursor.timeMs;
      cursor.next();
      return cursor.timeMs - beforeMs;
    });
    expect(gaps.reduce((least, gap) => Math.min(least, gap))).toBeLessThan(210);
    expect(gaps.reduce((most, gap) => Math.max(most, gap))).toBeGreaterThan(1_950);
  });

  it('throw for a time outside the range of the market', () => {
    for (const outside of [MARKET_START_MS, MARKET_END_MS, Number.NaN, Infinity])
      expect(() => lastTickBefore(demoMarket(1), listed('EURUSD'), outside)).toThrow(RangeError);
    expect(lastTickBefore(demoMarket(1), listed('EURUSD'), MARKET_START_MS + 10_000).price).toBeGreaterThan(0);
  });

  it('have the base price at the reference time', () => {
    for (const a of SIMULATED_ASSETS) {
      const { price } = new TickCursor(demoMarket(99), a).seekFrom(Date.UTC(2026, 0, 1));
      expect(Math.abs(price / a.basePrice - 1)).toBeLessThan(0.001);
    }
  });

  it('continue the last prices of an earlier market from its origin on, each step with the same moves', () => {
    const market = demoMarket(5);
    const { facts } = market;
    const origin = { timeMs: NOW_MS + 12_345, prices: { EURUSD: 1.5, EURJPY: 99.5 } };
    const continued = new SimulatedPrices({ ...facts, origin });
    expect(continued.firstMs).toBe(origin.timeMs);
    for (const [symbol, last] of Object.entries(origin.prices)) {
      const plain = new TickCursor(market, listed(symbol)).seekBefore(origin.timeMs);
      const cursor = new TickCursor(continued, listed(symbol)).seekBefore(origin.timeMs);
      const factor = last / plain.price;
      expect(cursor.price).toBe(last);
      for (let step = 0; step < 5_000; step++) {
        plain.next();
        cursor.next();
        expect(cursor.timeMs).toBe(plain.timeMs);
        expect(Math.abs(cursor.price / plain.price / factor - 1)).toBeLessThan(0.0001);
      }
    }
  });

  it('equal recorded ticks, so that stored trades settle the same under every later version', () => {
    const times = [Date.UTC(2020, 0, 2), Date.UTC(2026, 0, 1), NOW_MS, Date.UTC(2031, 5, 6)];
    const found = ['EURUSD', 'BTCUSD', 'EURGBP'].map((symbol) =>
      times.map((timeMs) => {
        const tick = lastTickBefore(demoMarket(7, 'uneven'), listed(symbol), timeMs);
        return `${new Date(tick.timeMs).toISOString()} ${tick.price}`;
      }),
    );
    expect(found).toMatchInlineSnapshot(`
      [
        [
          "2020-01-01T23:59:59.993Z 1.26797",
          "2025-12-31T23:59:58.696Z 1.1745",
          "2026-11-20T23:59:58.099Z 1.04292",
          "2031-06-05T23:59:57.262Z 1.27013",
        ],
        [
          "2020-01-01T23:59:53.550Z 851127.47",
          "2025-12-31T23:59:58.668Z 87500",
          "2026-11-20T23:59:59.094Z 73093.05",
          "2031-06-05T23:59:59.116Z 162343.2",
        ],
        [
          "2020-01-01T23:59:59.993Z 1.20343",
          "2025-12-31T23:59:58.696Z 0.87194",
          "2026-11-20T23:59:58.099Z 0.83413",
          "2031-06-05T23:59:57.262Z 1.11661",
        ],
      ]
    `);
  });
});

describe('the cross rates of the simulated market', () => {
  const crosses = SIMULATED_ASSETS.filter(({ legs }) => legs !== null);

  it('are those of which both legs are listed', () => {
    expect(crosses.map(({ symbol }) => symbol)).toEqual(['EURGBP', 'EURJPY', 'GBPJPY']);
  });

  it('have the price of their legs at every tick, and a tick whenever a leg has one', () => {
    fc.assert(
      fc.property(seed, fc.constantFrom(...crosses), pace, time, (s, a, p, start) => {
        if (a.legs === null) return;
        const market = demoMarket(s, p);
        const [first, second] = [listed(a.legs.first), listed(a.legs.second)];
        const times = new Set([...timesOf(market, first, start), ...timesOf(market, second, start)]);
        const cursor = new TickCursor(market, a).seekFrom(start);
        for (const timeMs of [...times].sort((x, y) => x - y)) {
          expect(cursor.timeMs).toBe(timeMs);
          const [one, two] = [first, second].map((leg) => lastTickBefore(market, leg, timeMs + 1).price);
          const exact = a.legs.by === 'product' ? (one ?? 0) * (two ?? 0) : (one ?? 0) / (two ?? 1);
          const rounding = exact * (first.tickSize / (one ?? 1) + second.tickSize / (two ?? 1)) + a.tickSize;
          expect(Math.abs(cursor.price - exact)).toBeLessThan(rounding);
          cursor.next();
        }
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});

/** Returns the times of the ticks of half a minute. */
function timesOf(market: ReturnType<typeof demoMarket>, spec: AssetSpec, startMs: number): number[] {
  const times: number[] = [];
  for (const cursor = new TickCursor(market, spec).seekFrom(startMs); cursor.timeMs < startMs + 30_000; cursor.next())
    times.push(cursor.timeMs);
  return times;
}
