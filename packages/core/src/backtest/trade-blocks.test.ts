import { describe, expect, it } from 'vitest';
import { columnsOfTrades } from './testing.ts';
import { isFirstInBlock, overlaps } from './trade-blocks.ts';

describe('the overlap of trades', () => {
  const tradesOf = (...times: readonly (readonly [entryMs: number, expiryMs: number])[]) =>
    columnsOfTrades(times.map(([entryMs, expiryMs]) => ({ entryMs, expiryMs, result: 'won' })));

  it('needs an entry before the previous expiry', () => {
    expect(overlaps(tradesOf([0, 10], [10, 20], [20, 30]))).toBe(false);
    expect(overlaps(tradesOf([0, 10], [9, 20], [20, 30]))).toBe(true);
    expect(overlaps(tradesOf([0, 10], [10, 20], [19, 30]))).toBe(true);
  });

  it('does not depend on rows after the last trade', () => {
    expect(overlaps({ ...tradesOf([0, 10], [10, 20], [11, 30]), length: 2 })).toBe(false);
  });
});

describe('the check for the first trade of a block', () => {
  const GRID = { lengthMs: 10, first: 7, count: 4 };
  /** Field of the first block; the fields before it and after its 4 blocks belong to other records. */
  const FIRST_FIELD = 12;

  /** Returns three records of 4 blocks; `decided` is the number of decided trades in each block of the second one. */
  const recordsWith = (decided: readonly number[], others = 0): Float64Array => {
    const other = Array.from({ length: 4 }, () => others);
    return Float64Array.from([...other, ...decided, ...other].flatMap((trades) => [trades, 0, 0]));
  };
  const isFirst = (rows: Float64Array, entryMs: number) => isFirstInBlock(rows, FIRST_FIELD, GRID, entryMs);

  it('is true in a block without decided trades, from its start to just before its end', () => {
    const onlyThirdFree = recordsWith([1, 1, 0, 1], 1);
    expect([89.9, 90, 99.9, 100].map((entryMs) => isFirst(onlyThirdFree, entryMs))).toEqual([false, true, true, false]);
  });

  it('is false in a block with decided trades', () => {
    const onlyThirdUsed = recordsWith([0, 0, 2, 0]);
    expect([89.9, 90, 99.9, 100].map((entryMs) => isFirst(onlyThirdUsed, entryMs))).toEqual([true, false, false, true]);
  });

  it('uses the first block for an entry before all blocks', () => {
    expect(isFirst(recordsWith([1, 0, 0, 0]), 5)).toBe(false);
    expect(isFirst(recordsWith([0, 1, 1, 1], 1), 5)).toBe(true);
  });

  it('uses the last block for an entry after all blocks', () => {
    expect([110, 120, 500].map((entryMs) => isFirst(recordsWith([0, 0, 0, 1]), entryMs))).toEqual([
      false,
      false,
      false,
    ]);
    expect([110, 120, 500].map((entryMs) => isFirst(recordsWith([1, 1, 1, 0], 1), entryMs))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
