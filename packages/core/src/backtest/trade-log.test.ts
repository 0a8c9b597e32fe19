import { describe, expect, it } from 'vitest';
import { epochMs, minorUnits, price, ratio } from '#kernel/index.ts';
import type { SettleableSignal } from '#pcr/index.ts';
import { RESULT_CODES, tradeAt } from './index.ts';
import { TradeLog } from './trade-log.ts';

const STAKE = minorUnits(1_000);
const OUTCOMES = ['won', 'lost', 'tie', 'void'] as const;
const STORED = ['won', 'lost', 'tied', 'void'] as const;
const PROFITS = [850, -1_000, 0, 0] as const;

const signalAt = (index: number): SettleableSignal => ({
  direction: index % 3 === 0 ? 'CALL' : 'PUT',
  entryTime: epochMs(index * 60_000),
  entryPrice: price(100 + index),
  expirationTime: epochMs(index * 60_000 + 300_000),
});

/** Returns a log of `opened` trades, of which the first `settled` are won, lost, tied and void in turn. */
function logOf(opened: number, settled: number, payout: ConstructorParameters<typeof TradeLog>[0] = ratio(0.85)) {
  const log = new TradeLog(payout, STAKE);
  for (let index = 0; index < opened; index += 1) log.open(signalAt(index));
  for (let index = 0; index < settled; index += 1) {
    const outcome = OUTCOMES[index % 4] ?? 'void';
    log.settle({ signal: signalAt(index), outcome, settlePrice: index === 3 ? null : 200 + index });
  }
  return log.finish();
}

describe('the trade log of a backtest', () => {
  it('lists each trade with the values at its entry and at its result, for any number of trades', () => {
    const trades = logOf(2_500, 2_400);
    expect(trades.length).toBe(2_500);
    for (let index = 0; index < 2_500; index += 1) {
      const isSettled = index < 2_400;
      expect(tradeAt(trades, index)).toEqual({
        direction: index % 3 === 0 ? 'CALL' : 'PUT',
        entryMs: index * 60_000,
        expiryMs: index * 60_000 + 300_000,
        entryPrice: 100 + index,
        settlePrice: isSettled && index !== 3 ? 200 + index : null,
        result: isSettled ? STORED[index % 4] : 'pending',
        payoutRatio: 0.85,
        profitMinor: isSettled ? PROFITS[index % 4] : 0,
      });
    }
  });

  it('has one value per trade in every column', () => {
    const { length, ...columns } = logOf(3, 1);
    expect(length).toBe(3);
    expect(Object.values(columns).map((column) => column.length)).toEqual(Array.from({ length: 8 }, () => 3));
    expect([...columns.direction]).toEqual([1, -1, -1]);
    expect([...columns.result]).toEqual([RESULT_CODES.won, RESULT_CODES.pending, RESULT_CODES.pending]);
  });

  it('computes the profit of each trade from the payout at its entry', () => {
    const byTime = (entryMs: number) => ratio(entryMs < 120_000 ? 0.8 : 0.9);
    const trades = logOf(6, 6, byTime);
    expect([...trades.payoutBp]).toEqual([8_000, 8_000, 9_000, 9_000, 9_000, 9_000]);
    expect([...trades.profitMinor]).toEqual([800, -1_000, 0, 0, 900, -1_000]);
  });

  it('cannot be created with a payout finer than a basis point', () => {
    expect(() => new TradeLog(ratio(0.85001), STAKE)).toThrow();
  });
});
