import { propertyRuns, SeededRng } from '@vigia/testkit';
import { coreFindings, oracleSetup, pcrOracle, type WireSetup } from '@vigia/testkit/goldens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CandleColumns, candleAt } from '#candles/index.ts';
import { randomCandles } from './testing.ts';

const LEVELS = ['zona_ancha', 'zona_fina', 'zona_ancha_fifty', 'zona_fina_fifty', 'punto_optimo', 'punto_optimo_fifty'];

const zone = fc.record({
  minZoneAtr: fc.constantFrom(0.01, 0.1, 1.5),
  optimoRatio: fc.constantFrom(0, 0.25, 1),
  maxAgeCandles: fc.integer({ min: 1, max: 40 }),
  maxSignalsPerZone: fc.integer({ min: 1, max: 3 }),
  maxEntryAtr: fc.constantFrom(null, 0, 0.4, 3),
});

const patterns = fc.record({
  minLength: fc.integer({ min: 2, max: 4 }),
  maxLength: fc.integer({ min: 4, max: 8 }),
  minStrong: fc.integer({ min: 0, max: 3 }),
  strongBodyRatio: fc.constantFrom(0, 0.5, 1),
  strongBodyAtr: fc.constantFrom(0, 0.3, 1),
  minRangeAtr: fc.constantFrom(0, 1, 3),
  minEfficiency: fc.constantFrom(0, 0.4, 1),
  breakRatio: fc.constantFrom(0, 0.5, 2),
  requiredCriteria: fc.integer({ min: 1, max: 5 }),
  dojiPolicy: fc.constantFrom('break' as const, 'skip' as const),
  colors: fc.constantFrom(['green', 'red'] as const, ['green'] as const, ['red'] as const),
  zone,
});

const setups: fc.Arbitrary<WireSetup> = fc.record({
  timeframe: fc.constantFrom('1m', '5m'),
  expiry: fc.integer({ min: 1, max: 15 }),
  entryPoints: fc.uniqueArray(fc.constantFrom('ruptura', ...LEVELS), { minLength: 1, maxLength: 7 }),
  candleTypes: fc.record({ types: fc.subarray(['normal', 'doji', 'marubozu', 'envolvente', 'any']) }),
  filters: fc.subarray([
    { filter: 'trend', period: 9, side: 'with' },
    { filter: 'rsi', period: 5, callMax: 55, putMin: 45 },
    { filter: 'hours', from: '00:00', to: '18:00' },
    { filter: 'volatility', minAtrPct: 0.01 },
  ] as const),
  patterns,
});

const rowsOf = (base: CandleColumns) => Array.from({ length: base.length }, (_, row) => candleAt(base, row));

describe('the PCR detector', () => {
  it('finds the same as a second, independent implementation for any candles and any setup', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), setups, (seed, setup) => {
        const base = randomCandles(new SeededRng(seed), 500, 60);
        expect(coreFindings(base, setup)).toEqual(pcrOracle(rowsOf(base), oracleSetup(setup)));
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});
