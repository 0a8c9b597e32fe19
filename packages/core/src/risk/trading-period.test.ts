import { describe, expect, it } from 'vitest';
import { epochMs } from '#kernel/index.ts';
import {
  currentTradingPeriod,
  isRealityCheckDue,
  realityCheckAtMs,
  type TradingPeriod,
  tradingPeriodAfterOrder,
} from './trading-period.ts';

const MINUTE_MS = 60_000;
const at = (minute: number) => epochMs(1_800_000_000_000 + minute * MINUTE_MS);
const orders = (...minutes: readonly number[]): TradingPeriod | null =>
  minutes.reduce<TradingPeriod | null>((period, minute) => tradingPeriodAfterOrder(period, at(minute)), null);

describe('a trading period (of automatic or real-money trading)', () => {
  it('starts with its first order, and its reality check is due an hour later', () => {
    const period = orders(0, 20, 40);
    expect(period).toEqual({ sinceMs: at(0), lastOrderMs: at(40) });
    expect(period && realityCheckAtMs(period)).toBe(at(60));
    expect(isRealityCheckDue(period, epochMs(at(60) - 1))).toBe(false);
    expect(isRealityCheckDue(period, at(60))).toBe(true);
  });

  it('ends after half an hour without an order, and the next order starts another period', () => {
    expect(currentTradingPeriod(orders(0, 20), epochMs(at(50) - 1))).toEqual(orders(0, 20));
    expect(currentTradingPeriod(orders(0, 20), at(50))).toBeNull();
    expect(isRealityCheckDue(orders(0, 20), at(300))).toBe(false);
    expect(orders(0, 20, 50)).toEqual({ sinceMs: at(50), lastOrderMs: at(50) });
  });

  it('keeps its reality check due until the user confirms it, for any duration of inactivity', () => {
    expect(isRealityCheckDue(orders(0, 20, 40), at(10_000))).toBe(true);
    expect(isRealityCheckDue(orders(0, 20, 30), at(10_000))).toBe(true);
    expect(orders(0, 20, 40, 300)?.sinceMs).toBe(at(0));
  });

  it('does not become shorter when the clock is set back', () => {
    expect(orders(0, 20, 10)).toEqual({ sinceMs: at(0), lastOrderMs: at(20) });
    expect(isRealityCheckDue(orders(0, 20, 40, 61, -100), at(61))).toBe(true);
  });
});
