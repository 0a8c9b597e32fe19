import { propertyRuns, SeededRng } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomCandles, setupOf, TEST_TIMEFRAME_S } from '../testing.ts';
import { SequenceFold } from './sequence-fold.ts';

const PATTERNS = [
  {},
  { minLength: 2, requiredCriteria: 2, dojiPolicy: 'skip' },
  { minLength: 2, requiredCriteria: 1 },
  { minLength: 6, maxLength: 100 },
].map((patterns) => setupOf({ patterns }).patterns);

const stateOf = (fold: SequenceFold) => ({
  snapshot: fold.snapshot(),
  zonesExpired: fold.zonesExpired,
  sequence: fold.brokeSequence ? fold.sequence() : null,
  candleType: fold.candleType,
});

describe('a sequence fold that takes many candles per call', () => {
  it('stops at every valid sequence with exactly the state of a fold that takes one candle per call', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 }),
        fc.constantFrom(...PATTERNS),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 20, maxLength: 60 }),
        (seed, patterns, strides) => {
          const candles = randomCandles(new SeededRng(seed), 1_000, TEST_TIMEFRAME_S);
          const many = new SequenceFold(TEST_TIMEFRAME_S, patterns);
          const single = new SequenceFold(TEST_TIMEFRAME_S, patterns);
          let row = 0;
          for (const stride of strides) {
            if (row === candles.length) break;
            const to = Math.min(candles.length, row + stride);
            const next = many.pushRows(candles, row, to);
            for (; row < next; row += 1) {
              single.pushRow(candles, row);
              expect(single.sequenceIsValid).toBe(row === next - 1 && many.sequenceIsValid);
            }
            expect(next === to || many.sequenceIsValid).toBe(true);
            expect(stateOf(many)).toEqual(stateOf(single));
          }
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });
});
