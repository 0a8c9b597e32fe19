import { CaseTally, propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EndedTrade, PerformanceFold, winRateCard } from './index.ts';

const trade: fc.Arbitrary<EndedTrade> = fc
  .record({
    result: fc.constantFrom('won', 'lost', 'tied', 'sold'),
    stakeMinor: fc.integer({ min: 1, max: 500_000 }),
    payoutBp: fc.option(fc.integer({ min: 6_000, max: 9_500 })),
    groups: fc.record({ symbol: fc.constantFrom('EURUSD', 'BTCUSD', 'XAUUSD'), hour: fc.integer({ min: 0, max: 23 }) }),
  })
  .map((drawn) => {
    const profits = {
      won: Math.round((drawn.stakeMinor * (drawn.payoutBp ?? 8_000)) / 10_000),
      lost: -drawn.stakeMinor,
      tied: 0,
      sold: -Math.floor(drawn.stakeMinor / 2),
    };
    return { ...drawn, profitMinor: profits[drawn.result], settledAtMs: 0 };
  });
const history = fc
  .array(trade, { maxLength: 900 })
  .map((trades) => trades.map((one, index) => ({ ...one, settledAtMs: index })));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns every run of equal results, from decided trades only. */
function runs(trades: readonly EndedTrade[]): string[][] {
  const found: string[][] = [];
  for (const { result } of trades.filter((one) => one.result === 'won' || one.result === 'lost')) {
    if (found.at(-1)?.[0] === result) found.at(-1)?.push(result);
    else found.push([result]);
  }
  return found;
}
const longest = (trades: readonly EndedTrade[], result: string): number =>
  Math.max(0, ...runs(trades).flatMap((run) => (run[0] === result ? [run.length] : [])));

/** Returns the win-rate card of these trades, counted by filtering the list. */
function cardOf(trades: readonly EndedTrade[]) {
  const [won, lost, tied] = (['won', 'lost', 'tied'] as const).map((r) => trades.filter((one) => one.result === r));
  const decided = [...(won ?? []), ...(lost ?? [])];
  const payouts = decided.flatMap(({ payoutBp }) => (payoutBp === null ? [] : [payoutBp]));
  const averagePayoutRatio = payouts.length === 0 ? null : sum(payouts) / payouts.length / 10_000;
  return winRateCard({ won: won?.length ?? 0, lost: lost?.length ?? 0, tied: tied?.length ?? 0, averagePayoutRatio });
}

function folded(trades: readonly EndedTrade[]): PerformanceFold {
  const fold = new PerformanceFold(50);
  for (const one of trades) fold.add(one);
  return fold;
}

describe('the performance computed in one pass', () => {
  it('equals the performance computed by definition from the list of all trades', () => {
    fc.assert(
      fc.property(history, (trades) => {
        const fold = folded(trades);
        const profits = trades.map((one) => one.profitMinor);
        const totals = profits.map((_, index) => sum(profits.slice(0, index + 1)));
        const falls = totals.map((total, index) => Math.max(0, ...totals.slice(0, index)) - total);
        const [gained, lost] = [profits.filter((p) => p > 0), profits.filter((p) => p < 0)].map(sum);
        const last = runs(trades).at(-1);
        expect(fold.whole).toMatchObject({ trades: trades.length, profitMinor: sum(profits), card: cardOf(trades) });
        expect(fold.stakedMinor).toBe(sum(trades.map((one) => one.stakeMinor)));
        expect(fold.expectancyMinor).toBe(trades.length === 0 ? null : sum(profits) / trades.length);
        expect(fold.profitFactor).toBe(lost === 0 ? null : (gained ?? 0) / -(lost ?? 0));
        expect(fold.maxDrawdownMinor).toBe(Math.max(0, ...falls));
        expect(fold.streaks.longestWinning).toBe(longest(trades, 'won'));
        expect(fold.streaks.longestLosing).toBe(longest(trades, 'lost'));
        expect(fold.streaks.current).toEqual(last === undefined ? null : { result: last[0], trades: last.length });
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it('has for each group the figures of its own trades, and the groups sum to the total', () => {
    fc.assert(
      fc.property(history, fc.constantFrom('symbol', 'hour'), (trades, by) => {
        const groups = folded(trades).groupsBy(by);
        expect(new Set(groups.keys())).toEqual(new Set(trades.map((one) => one.groups[by])));
        for (const [key, figures] of groups) {
          const own = trades.filter((one) => one.groups[by] === key);
          expect(figures).toMatchObject({ trades: own.length, card: cardOf(own) });
          expect(figures.profitMinor).toBe(sum(own.map((one) => one.profitMinor)));
        }
        expect(sum([...groups.values()].map((figures) => figures.trades))).toBe(trades.length);
      }),
      { numRuns: propertyRuns(150) },
    );
  });

  it('has an equity curve of actual totals, with the first and the last point, and with at most the maximum number', () => {
    const reached = new CaseTally();
    fc.assert(
      fc.property(history, (trades) => {
        const { equity } = folded(trades);
        reached.add(trades.length > 50 ? 'thinned' : 'whole');
        const totals = trades.map((_, index) => sum(trades.slice(0, index + 1).map((one) => one.profitMinor)));
        expect(equity.length).toBeLessThanOrEqual(50);
        if (trades.length <= 50) expect(equity.map((point) => point.total)).toEqual(totals);
        else expect(equity.length).toBeGreaterThan(25);
        for (const { atMs, total } of equity) expect(total).toBe(totals[atMs]);
        const times = equity.map((point) => point.atMs);
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
        expect([times.at(0), times.at(-1)]).toEqual([trades.at(0)?.settledAtMs, trades.at(-1)?.settledAtMs]);
      }),
      { numRuns: propertyRuns(150) },
    );
    expect(reached.below(propertyRuns(5), ['thinned', 'whole'])).toEqual([]);
  });
});
