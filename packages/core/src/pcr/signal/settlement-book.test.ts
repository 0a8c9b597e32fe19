import { describe, expect, it } from 'vitest';
import { epochMs, price } from '#kernel/index.ts';
import { SettlementBook } from './settlement-book.ts';
import type { SettleableSignal, Settlement } from './signal.ts';

const MINUTE = 60_000;

/** Returns a CALL at the price 100 with its entry at `entryMinute` and its expiry `lifeMinutes` later. */
const call = (entryMinute: number, lifeMinutes: number): SettleableSignal => ({
  direction: 'CALL',
  entryTime: epochMs(entryMinute * MINUTE),
  entryPrice: price(100),
  expirationTime: epochMs((entryMinute + lifeMinutes) * MINUTE),
});

/** Returns a book on base candles of this length, and a function that lists the outcomes that the book decided. */
function bookOf(baseStepSeconds = 60) {
  const settled: Settlement<SettleableSignal>[] = [];
  const book = new SettlementBook<SettleableSignal>(baseStepSeconds, (settlement) => void settled.push(settlement));
  const reported = () => settled.map(({ outcome, settlePrice }) => [outcome, settlePrice]);
  return { book, settled, reported };
}

describe('a settlement book, which decides open signals,', () => {
  it('decides a signal by the base candle that ends at its expiry, even if an older signal expired within this candle', () => {
    const { book, reported } = bookOf(300);
    book.add(call(5, 3));
    book.add(call(6, 4));
    book.pushBase(0, 99);
    book.pushBase(300, 101);
    expect(reported()).toEqual([
      ['void', 99],
      ['won', 101],
    ]);
  });

  it('counts outcomes for the confidence of signals even without a listener', () => {
    const book = new SettlementBook<SettleableSignal>(60, null);
    book.add(call(1, 1));
    book.pushBase(60, 101);
    expect(book.confidence).toBe(11 / 21);
    expect(book.open).toEqual([]);
  });

  it('has an empty snapshot before the first candle', () => {
    expect(bookOf().book.snapshot()).toEqual({
      open: [],
      lastMs: null,
      lastPrice: null,
      lastIsTick: false,
      wins: 0,
      losses: 0,
    });
  });

  it('has open signals, the last price and the outcomes in its snapshot', () => {
    const { book } = bookOf();
    book.add(call(1, 1));
    book.add(call(2, 1));
    book.add(call(2, 5));
    book.pushBase(60, 101);
    book.pushBase(120, 99);
    const open = [call(2, 5)];
    expect(book.snapshot()).toEqual({ open, lastMs: 3 * MINUTE, lastPrice: 99, lastIsTick: false, wins: 1, losses: 1 });
    book.pushTick(3 * MINUTE + 7, 98);
    expect(book.snapshot()).toMatchObject({ open, lastMs: 3 * MINUTE + 7, lastPrice: 98, lastIsTick: true });
    expect(book.snapshot().open).not.toBe(book.open);
  });

  it('continues with the open signals, the last price and the counts, if it is restored from a JSON snapshot', () => {
    const before = bookOf();
    before.book.add(call(1, 1));
    before.book.add(call(1, 2));
    before.book.add(call(1, 3));
    before.book.pushBase(60, 101);
    const after = bookOf();
    after.book.restore(JSON.parse(JSON.stringify(before.book.snapshot())));
    expect(after.book.snapshot()).toEqual(before.book.snapshot());
    expect(after.book.open.every(Object.isFrozen)).toBe(true);
    // The next two signals expire without a price newer than the restored one.
    after.book.settleUntil(3 * MINUTE);
    expect(after.reported()).toEqual([['won', 101]]);
    after.book.settleUntil(4 * MINUTE - 1);
    expect(after.settled).toHaveLength(1);
    after.book.pushBase(180, 90);
    expect(after.reported()).toEqual([
      ['won', 101],
      ['lost', 90],
    ]);
    expect(after.book.confidence).toBe(12 / 23);
  });

  it('accepts its first signal after it restores an empty snapshot', () => {
    const { book, reported } = bookOf();
    book.restore(bookOf().book.snapshot());
    book.settleUntil(9 * MINUTE);
    book.add(call(1, 1));
    book.settleUntil(2 * MINUTE);
    expect(reported()).toEqual([['void', null]]);
  });
});
