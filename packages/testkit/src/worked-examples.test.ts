import { ladderStakes, totalAtRisk } from '@vigia/core/auto-trading';
import { CandleBuilder } from '@vigia/core/candles';
import { epochMs, minorUnits, price, ratio } from '@vigia/core/kernel';
import { winRateCard } from '@vigia/core/statistics';
import { StrategyFold } from '@vigia/core/strategies';
import { settle } from '@vigia/core/trades';
import { describe, expect, it } from 'vitest';

/** The main ideas of the domain as worked examples, in the order in which a newcomer meets them. */
const MINUTE_MS = 60_000;

describe('a candle', () => {
  it('is built from ticks, and is closed by the first tick of a later minute', () => {
    const builder = new CandleBuilder(60);
    builder.push(0, 1.17);
    builder.push(20_000, 1.1704);
    builder.push(59_999, 1.1702);
    const closed = builder.push(MINUTE_MS, 1.1701);
    expect(closed).toEqual({ time: 0, open: 1.17, high: 1.1704, low: 1.17, close: 1.1702 });
  });
});

describe('a strategy', () => {
  it('signals at the close of a candle: 1 for CALL, −1 for PUT, 0 for no signal', () => {
    const rules = { rsi_period: 2, oversold: 30, overbought: 70, trade_amount: 10, duration: 5 };
    const fold = new StrategyFold({ type: 'rsi', parameters: rules }, 60);
    // The RSI of 2 candles is –, –, 0, 66.7, 85.7, 54.5: it rises through 30 at the fourth candle, and falls through 70
    // at the last one.
    const signals = [10, 9, 8, 10, 12, 11].map((close, minute) => fold.push(minute * 60, close, close, close, close));
    expect(signals).toEqual([0, 0, 0, 1, 0, -1]);
  });
});

describe('a trade', () => {
  /** A CALL of $10 for one minute, entered at 1.1700 with a payout of 85 %. */
  const call = {
    direction: 'CALL',
    entryPrice: price(1.17),
    entryTimeMs: epochMs(0),
    expiryTimeMs: epochMs(MINUTE_MS),
    stakeMinor: minorUnits(1_000),
    payoutRatio: ratio(0.85),
  } as const;
  const lastTick = (value: number) => ({ timeMs: epochMs(MINUTE_MS - 1), price: price(value) });

  it('is decided by the last tick before its expiry: won above the entry price, lost below it, tied at it', () => {
    expect(settle(call, lastTick(1.1701))).toMatchObject({ outcome: 'won', payoutMinor: 1_850, profitMinor: 850 });
    expect(settle(call, lastTick(1.1699))).toMatchObject({ outcome: 'lost', payoutMinor: 0, profitMinor: -1_000 });
    expect(settle(call, lastTick(1.17))).toMatchObject({ outcome: 'tie', payoutMinor: 1_000, profitMinor: 0 });
  });

  it('breaks even at a win rate of 1 / (1 + payout), so 60 wins of 100 prove no edge at 87 %', () => {
    const card = winRateCard({ won: 60, lost: 40, tied: 0, averagePayoutRatio: 0.87 });
    expect(card).toMatchObject({ kind: 'measured', rate: 0.6, verdict: 'indistinguishable' });
    expect(card).toMatchObject({ breakEven: 1 / 1.87 });
  });
});

describe('a martingale ladder', () => {
  it('multiplies the stake after each loss, so three losses cost seven times the first stake', () => {
    const stakes = ladderStakes(minorUnits(1_000), 2, 3);
    expect(stakes).toEqual([1_000, 2_000, 4_000]);
    expect(totalAtRisk(stakes)).toBe(7_000);
  });
});
