import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AssetSpec, SIMULATED_ASSETS, simulatedAsset } from './assets.ts';
import { lastTickBefore, MARKET_END_MS, MARKET_START_MS, slotOf, TickCursor, tickAt } from './ticks.ts';

const LAST_SLOT = 2 ** 30 - 1;
const NOW_MS = Date.UTC(2026, 10, 21);

const asset = fc.constantFrom(...SIMULATED_ASSETS);
const seed = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const slot = fc.integer({ min: 1, max: LAST_SLOT - 200 });

function eurusd(): AssetSpec {
  const found = simulatedAsset('EURUSD');
  if (!found) throw new Error('EURUSD is listed');
  return found;
}

describe('the simulated ticks', () => {
  it('are the same whether they are read by random access, in sequence, or with a cursor that was moved before', () => {
    fc.assert(
      fc.property(seed, asset, slot, slot, (s, a, start, elsewhere) => {
        const cursor = new TickCursor(s, a).seek(elsewhere).seek(start);
        for (let step = 0; step < 100; step++, cursor.next()) expect(cursor.tick()).toEqual(tickAt(s, a, start + step));
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('are the same in any order of access', () => {
    fc.assert(
      fc.property(seed, asset, slot, fc.array(fc.nat({ max: 150 }), { maxLength: 30 }), (s, a, start, jumps) => {
        const cursor = new TickCursor(s, a);
        for (const jump of jumps) expect(cursor.seek(start + jump).tick()).toEqual(tickAt(s, a, start + jump));
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('are 200 to 2,000 ms apart, and their prices are positive multiples of the tick size', () => {
    fc.assert(
      fc.property(seed, asset, slot, (s, a, start) => {
        const cursor = new TickCursor(s, a).seek(start);
        for (let step = 0; step < 100; step++) {
          const beforeMs = cursor.timeMs;
          cursor.next();
          expect(cursor.timeMs - beforeMs).toBeGreaterThanOrEqual(200);
          expect(cursor.timeMs - beforeMs).toBeLessThanOrEqual(2_000);
          expect(cursor.price).toBeGreaterThan(0);
          expect(Number(cursor.price.toFixed(a.decimals))).toBe(cursor.price);
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('use the whole range of allowed time steps', () => {
    const cursor = new TickCursor(1, eurusd()).seekFrom(NOW_MS);
    const gaps: number[] = [];
    for (let beforeMs = cursor.timeMs; gaps.length < 200_000; beforeMs = cursor.timeMs) {
      cursor.next();
      gaps.push(cursor.timeMs - beforeMs);
    }
    expect(gaps.reduce((least, gap) => Math.min(least, gap))).toBeLessThan(210);
    expect(gaps.reduce((most, gap) => Math.max(most, gap))).toBeGreaterThan(1_990);
  });

  it('include a last tick before any given time and a first tick at or after that time', () => {
    fc.assert(
      fc.property(
        seed,
        asset,
        fc.integer({ min: MARKET_START_MS + 2_000, max: MARKET_END_MS - 4_000 }),
        (s, a, timeMs) => {
          const last = lastTickBefore(s, a, timeMs);
          const cursor = new TickCursor(s, a).seekFrom(timeMs);
          expect(last.timeMs).toBeLessThan(timeMs);
          expect(cursor.timeMs).toBeGreaterThanOrEqual(timeMs);
          expect(tickAt(s, a, cursor.slot - 1)).toEqual(last);
          expect(lastTickBefore(s, a, last.timeMs + 1)).toEqual(last);
          expect(lastTickBefore(s, a, last.timeMs).timeMs).toBeLessThan(last.timeMs);
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it('throw for a time outside the range of the market', () => {
    for (const outside of [-1, LAST_SLOT + 1, Number.NaN])
      expect(() => tickAt(1, eurusd(), outside)).toThrow(RangeError);
  });

  it('have the base price at the reference time', () => {
    for (const a of SIMULATED_ASSETS) {
      expect(tickAt(99, a, slotOf(Date.UTC(2026, 0, 1))).price).toBeCloseTo(a.basePrice, a.decimals);
    }
  });

  it('equal recorded ticks, so that stored trades settle the same under every later version', () => {
    const slots = [0, 1, 2 ** 29, slotOf(NOW_MS)];
    const found = ['EURUSD', 'BTCUSD', 'JP225'].map((symbol) =>
      slots.map((n) => SIMULATED_ASSETS.filter((a) => a.symbol === symbol).map((a) => tickAt(7, a, n))).flat(),
    );
    expect(found).toMatchInlineSnapshot(`
      [
        [
          {
            "price": 0.7888,
            "timeMs": 1577836800438,
          },
          {
            "price": 0.78878,
            "timeMs": 1577836801229,
          },
          {
            "price": 1.26998,
            "timeMs": 2168394803423,
          },
          {
            "price": 1.11175,
            "timeMs": 1795219199427,
          },
        ],
        [
          {
            "price": 157628.35,
            "timeMs": 1577836800184,
          },
          {
            "price": 157615.87,
            "timeMs": 1577836801134,
          },
          {
            "price": 211535.22,
            "timeMs": 2168394803809,
          },
          {
            "price": 80489.74,
            "timeMs": 1795219200035,
          },
        ],
        [
          {
            "price": 41758.1,
            "timeMs": 1577836800498,
          },
          {
            "price": 41757.7,
            "timeMs": 1577836801342,
          },
          {
            "price": 45679,
            "timeMs": 2168394804084,
          },
          {
            "price": 49803.3,
            "timeMs": 1795219200059,
          },
        ],
      ]
    `);
  });
});
