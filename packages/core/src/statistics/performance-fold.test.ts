import { describe, expect, it } from 'vitest';
import { type EndedTrade, PerformanceFold } from './index.ts';

const BY_RESULT = { won: 85, lost: -100, tied: 0, sold: -40 } as const;

const trade = (
  result: EndedTrade['result'],
  settledAtMs: number,
  symbol: string,
  payoutBp: number | null = 8_500,
): EndedTrade => ({
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
  it('counts each result separately; a sold trade counts with its profit, but neither as won nor as lost', () => {
    expect(MIXED.whole).toMatchObject({ trades: 5, profitMinor: -155, counts: { won: 1, lost: 2, tied: 1 } });
    expect(MIXED.stakedMinor).toBe(500);
  });

  it('counts a trade of unknown payout in the win rate, but not in the break-even rate', () => {
    const known = folded(trade('won', 1, 'EURUSD', 8_000), trade('lost', 2, 'EURUSD', null));
    expect(known.whole.card).toMatchObject({ kind: 'measured', decided: 2, rate: 0.5, breakEven: 1 / 1.8 });
    const { card } = folded(trade('won', 1, 'EURUSD', null)).whole;
    expect(card).toMatchObject({ kind: 'unpriced', won: 1, decided: 1, rate: 1 });
    expect(card).not.toHaveProperty('breakEven');
  });

  it('counts each group separately, in the order of first appearance', () => {
    const groups = [...MIXED.groupsBy('symbol')].map(([symbol, { trades, counts }]) => [symbol, trades, counts]);
    expect(groups).toEqual([
      ['EURUSD', 4, { won: 1, lost: 1, tied: 1 }],
      ['BTCUSD', 1, { won: 0, lost: 1, tied: 0 }],
    ]);
  });

  it('has no groups if no trade has the grouping key', () => {
    expect(MIXED.groupsBy('weekday')).toEqual(new Map());
  });

  it('does not end a losing streak at a sold or a tied trade', () => {
    expect(MIXED.streaks).toMatchObject({
      longestWinning: 1,
      longestLosing: 2,
      current: { result: 'lost', trades: 2 },
    });
  });

  it('computes the break-even rate from the mean payout of decided trades only', () => {
    const { whole } = folded(
      trade('won', 1, 'EURUSD', 8_000),
      trade('lost', 2, 'EURUSD', 9_000),
      trade('tied', 3, 'EURUSD', 100),
      trade('sold', 4, 'EURUSD', 100),
    );
    expect(whole.card).toMatchObject({ kind: 'measured', decided: 2, tied: 1, breakEven: 1 / 1.85 });
  });

  it('has null instead of rates if there are no trades', () => {
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
