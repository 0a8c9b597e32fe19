import assert from 'node:assert/strict';
import { TIMEFRAMES } from '@vigia/core/vocabulary';
import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { CandleArchive } from './candle-archive.ts';
import { readCandles } from './read-candles.ts';
import { SymbolTrack } from './symbol-track.ts';
import { scriptedAsset } from './testing.ts';

const MINUTE_S = 60;
const START_TIME = 1_772_409_600;
const MORE_THAN_ALL = 100_000;

const NOTHING_STORED: CandleArchive = {
  span: async () => null,
  minutes: () => assert.fail('nothing is stored'),
  candles: () => assert.fail('nothing is stored'),
};

/** Generates minutes with occasional pauses, and sometimes a tick of the minute after the last. */
const tracks = fc
  .tuple(
    fc.nat({ max: 239 }),
    fc.array(fc.record({ minutes: fc.integer({ min: 1, max: 120 }), pause: fc.nat({ max: 90 }) }), { maxLength: 6 }),
    fc.boolean(),
  )
  .map(([offset, stretches, isForming]) => {
    const track = new SymbolTrack(scriptedAsset('EURUSD'), () => undefined);
    let time = START_TIME + offset * MINUTE_S;
    for (const { minutes, pause } of stretches) {
      for (let minute = 0; minute < minutes; minute += 1, time += MINUTE_S) track.seed(candleAt(time));
      time += pause * MINUTE_S;
    }
    if (isForming) track.onTick(time * 1_000 + 1, 1.5, time * 1_000 + 1);
    return { track, endTime: time };
  });

const candleAt = (time: number) => ({ time, open: 1 + (time % 7), high: 10, low: 1, close: 1 + (time % 5) });

describe('a page of candles', () => {
  it('contains the last candles before its end, for any limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        tracks,
        fc.constantFrom(...TIMEFRAMES),
        fc.integer({ min: 1, max: 60 }),
        fc.option(fc.nat({ max: 900 })),
        async ({ track, endTime }, timeframe, limit, back) => {
          const before = back === null ? Infinity : endTime - back * MINUTE_S;
          const read = (page: { limit: number; before?: number }) =>
            readCandles(NOTHING_STORED, track, timeframe, page);
          const all = await read({ limit: MORE_THAN_ALL });
          const expected = all.filter(({ time }) => time < before).slice(-limit);
          assert.deepEqual(await read({ limit, before }), expected);
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });
});
