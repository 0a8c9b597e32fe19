import { describe, expect, it } from 'vitest';
import { epochMs, price } from '#kernel/index.ts';
import { secondsLong } from '#trades/index.ts';
import type { TickReader } from './backtest.ts';
import { OPTIONS } from './testing.ts';
import { TickJudge } from './tick-judge.ts';
import { TradeLog, tradeAt } from './trade-log.ts';

const END_MS = 100_000;
const CLOSE_PRICE = 7;

/** Returns a reader of these ticks, which have ascending times; it stops at the last one. */
function readerOf(ticks: readonly (readonly [timeMs: number, price: number])[]): TickReader {
  let index = 0;
  const last = ticks.length - 1;
  return {
    get timeMs() {
      return ticks[index]?.[0] ?? Infinity;
    },
    get price() {
      return ticks[index]?.[1] ?? NaN;
    },
    seekFrom(timeMs) {
      index = ticks.findIndex(([each]) => each >= timeMs);
      if (index === -1) index = ticks.length;
    },
    seekBefore(timeMs) {
      index = ticks.findLastIndex(([each]) => each < timeMs);
    },
    next() {
      index = Math.min(index + 1, last);
    },
  };
}

/** Returns the trade of a CALL of 15 s whose signal closes at this time. */
function tradeOf(ticks: readonly (readonly [timeMs: number, price: number])[], closeMs: number) {
  const log = new TradeLog(OPTIONS.payout, OPTIONS.stakeMinor);
  new TickJudge(readerOf(ticks), secondsLong(15), log, END_MS).judge({
    direction: 'CALL',
    entryTime: epochMs(closeMs),
    entryPrice: price(CLOSE_PRICE),
    expirationTime: epochMs(closeMs + 15_000),
  });
  return tradeAt(log.finish(), 0);
}

describe('a trade that ticks decide', () => {
  it('enters at the first tick after its signal, and is decided by the last tick before its expiry', () => {
    const ticks = [
      [1_500, 1],
      [16_400, 2],
      [16_500, 0.5],
    ] as const;
    expect(tradeOf(ticks, 1_000)).toMatchObject({
      entryMs: 1_500,
      entryPrice: 1,
      expiryMs: 16_500,
      result: 'won',
      settlePrice: 2,
    });
  });

  it('is decided if it expires exactly at the end of the data, and is pending if it expires after it', () => {
    const ticksFrom = (entryMs: number) =>
      [
        [entryMs, 1],
        [entryMs + 14_000, 2],
        [entryMs + 15_000, 3],
      ] as const;
    expect(tradeOf(ticksFrom(85_000), 85_000)).toMatchObject({ expiryMs: END_MS, result: 'won' });
    expect(tradeOf(ticksFrom(85_001), 85_001)).toMatchObject({ expiryMs: 100_001, result: 'pending' });
  });

  it('is pending at the price of the close if no tick comes before the end of the data', () => {
    const ticks = [[END_MS, 1]] as const;
    expect(tradeOf(ticks, 99_000)).toMatchObject({ entryMs: 99_000, entryPrice: CLOSE_PRICE, result: 'pending' });
    expect(tradeOf([[END_MS - 1, 1]], 99_000)).toMatchObject({ entryMs: END_MS - 1, entryPrice: 1 });
  });

  it('is void if no tick comes after its entry', () => {
    expect(tradeOf([[1_000, 1]], 1_000)).toMatchObject({ result: 'void', profitMinor: 0 });
  });
});
