import { describe, expect, it } from 'vitest';
import { judgedFigures } from './judged-card.ts';
import { NO_TRADES, type Tally } from './tally.ts';

/** Returns the tally of trades that pay 85 %. */
const tallyOf = (won: number, lost: number): Tally => ({
  ...NO_TRADES,
  won,
  lost,
  payoutBpSum: 8_500 * (won + lost),
  profitMinor: 850 * won - 1_000 * lost,
});
const FAIR = { above: 0.5, below: 0.5 };
const verdictOf = (tally: Tally, chances: Parameters<typeof judgedFigures>[2]) => {
  const { card } = judgedFigures(tally, undefined, chances);
  return card.kind === 'measured' ? card.verdict : card.kind;
};

describe('the verdict of a group of trades', () => {
  it.each([
    ["'above' if so good a result has a chance of less than 2.5 %", 0.024, 0.976, 'above'],
    ["'above' at 2.5 %", 0.025, 0.975, 'above'],
    ["'indistinguishable' just over 2.5 %", 0.0251, 0.9749, 'indistinguishable'],
    ["'indistinguishable' if so bad a result has a chance just over 2.5 %", 0.9749, 0.0251, 'indistinguishable'],
    ["'below' at 2.5 % for so bad a result", 0.975, 0.025, 'below'],
    ["'below' if so bad a result has a chance of less than 2.5 %", 0.976, 0.024, 'below'],
  ])('is %s', (_case, above, below, expected) => {
    expect(verdictOf(tallyOf(50, 50), { above, below })).toBe(expected);
  });

  it("is 'short_sample' for fewer than thirty decided trades, whatever the chances are", () => {
    expect(verdictOf(tallyOf(29, 0), { above: 0.001, below: 0.999 })).toBe('short_sample');
    expect(verdictOf(tallyOf(0, 29), { above: 0.999, below: 0.001 })).toBe('short_sample');
  });

  it('is that of the chances from thirty decided trades on', () => {
    expect(verdictOf(tallyOf(20, 10), { above: 0.001, below: 0.999 })).toBe('above');
    expect(verdictOf(tallyOf(15, 15), FAIR)).toBe('indistinguishable');
  });

  it("is 'short_sample' without chances, for any number of trades", () => {
    expect(verdictOf(tallyOf(90, 10), null)).toBe('short_sample');
  });

  it('is that of the chances and not of the interval', () => {
    // 90 of 100 trades are won, so the interval is above the break-even rate of 54 %.
    expect(verdictOf(tallyOf(90, 10), FAIR)).toBe('indistinguishable');
  });
});

describe('the figures of a group of trades', () => {
  it('contain its counts, its profit, and its rate against the break-even rate of its payouts', () => {
    expect(judgedFigures({ ...tallyOf(24, 16), tied: 3 }, undefined, FAIR)).toMatchObject({
      trades: 43,
      profitMinor: 4_400,
      counts: { won: 24, lost: 16, tied: 3 },
      card: { kind: 'measured', decided: 40, rate: 0.6, breakEven: 1 / 1.85 },
    });
  });

  it('contain no verdict if no trade is decided', () => {
    expect(judgedFigures({ ...NO_TRADES, tied: 4 }, undefined, null).card).toEqual({ kind: 'undecided', tied: 4 });
  });
});
