import { describe, expect, it } from 'vitest';
import { type EndedTrade, PerformanceFold } from './index.ts';

const BY_RESULT = { won: 85, lost: -100, tied: 0, sold: -40 } as const;

const trade = (result: EndedTrade['result'], settledAtMs: number, symbol: string, payoutBp = 8_500): EndedTrade => ({
  result,
  stakeMinor: 100,
  profitMinor: BY_RESULT[result],
  payoutBp,
  settledAtMs,
  groups: { symbol },
});

function folded(...trades: readonly EndedTrade[]): PerformanceFold {
  const fold = new PerformanceFold(10);
  for (const one of trades) fold.add(one);
  return fold;
}

const MIXED = folded(
  trade('won', 1, 'EURUSD'),
  trade('lost', 2, 'BTCUSD'),
  trade('sold', 3, 'EURUSD'),
  trade('tied', 4, 'EURUSD'),
  trade('lost', 5, 'EURUSD'),
);

describe('the performance of trades', () => {
  it('counts results apart; a sold trade is a trade with a profit and no result', () => {
    expect(MIXED.whole).toMatchObject({ trades: 5, profitMinor: -155, counts: { won: 1, lost: 2, tied: 1 } });
    expect(MIXED.stakedMinor).toBe(500);
  });

  it('keeps the counts of each group apart, in the order the groups first came', () => {
    const groups = [...MIXED.groupsBy('symbol')].map(([symbol, { trades, counts }]) => [symbol, trades, counts]);
    expect(groups).toEqual([
      ['EURUSD', 4, { won: 1, lost: 1, tied: 1 }],
      ['BTCUSD', 1, { won: 0, lost: 1, tied: 0 }],
    ]);
  });

  it('has no groups by what no trade names', () => {
    expect(MIXED.groupsBy('weekday')).toEqual(new Map());
  });

  it('neither ends nor lengthens a streak with a tied or a sold trade', () => {
    expect(MIXED.streaks).toMatchObject({
      longestWinning: 1,
      longestLosing: 2,
      current: { result: 'lost', trades: 2 },
    });
  });

  it('breaks even at the mean payout of its decided trades alone', () => {
    const { whole } = folded(
      trade('won', 1, 'EURUSD', 8_000),
      trade('lost', 2, 'EURUSD', 9_000),
      trade('tied', 3, 'EURUSD', 100),
      trade('sold', 4, 'EURUSD', 100),
    );
    expect(whole.card).toMatchObject({ kind: 'measured', decided: 2, tied: 1, breakEven: 1 / 1.85 });
  });

  it('has nothing to say without trades', () => {
    const none = folded();
    expect(none).toMatchObject({ expectancyMinor: null, profitFactor: null, maxDrawdownMinor: 0, equity: [] });
    expect(none.whole).toEqual({
      trades: 0,
      profitMinor: 0,
      card: { kind: 'undecided', tied: 0 },
      counts: { won: 0, lost: 0, tied: 0 },
    });
  });
});
