import { describe, expect, it } from 'vitest';
import { epochMs } from '#kernel/index.ts';
import { type WinRateCard, winRateCard } from '#statistics/index.ts';
import { reportOf, type TimeGroup } from './index.ts';
import { columnsOfTrades, type EvenTrade, OPTIONS, UTC } from './testing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Start of 5 January 1970, a Monday. */
const MONDAY_MS = 4 * DAY_MS;

type Won = (day: number, hour: number) => boolean;

const tradeAt = (entryMs: number, isWon: boolean, lifeMs = 5 * MINUTE_MS): EvenTrade => ({
  entryMs,
  expiryMs: entryMs + lifeMs,
  result: isWon ? 'won' : 'lost',
});

/** Returns a trade of five minutes at the start of each hour of each day. */
const hourly = (days: number, isWon: Won): readonly EvenTrade[] =>
  Array.from({ length: days * 24 }, (_, index) => {
    const [day, hour] = [Math.floor(index / 24), index % 24];
    return tradeAt(MONDAY_MS + index * HOUR_MS, isWon(day, hour));
  });

const reportOn = (days: number, trades: readonly EvenTrade[]) =>
  reportOf(
    {
      timeframe: '5m',
      candles: days * 288,
      fromMs: epochMs(MONDAY_MS),
      toMs: epochMs(MONDAY_MS + days * DAY_MS),
      stakeMinor: OPTIONS.stakeMinor,
      trades: columnsOfTrades(trades),
    },
    { zoneOffsetMs: UTC, rng: null },
  );

const measured = (card: WinRateCard | undefined) => {
  if (card?.kind !== 'measured') throw new Error('nothing is decided');
  return card;
};
const verdictsOf = (rows: readonly TimeGroup[]) => rows.map(({ key, card }) => [key, measured(card).verdict]);

describe('a row of hours or weekdays in a report', () => {
  it('has the verdict of the trades of its hour', () => {
    const isWon: Won = (day, hour) => {
      if (hour === 5) return day % 7 !== 0;
      return hour === 9 ? day % 7 === 0 : day % 2 === 0;
    };
    const expected = Array.from({ length: 24 }, (_, hour) => [hour, 'indistinguishable']);
    expected[5] = [5, 'above'];
    expected[9] = [9, 'below'];
    expect(verdictsOf(reportOn(40, hourly(40, isWon)).byHour)).toEqual(expected);
  });

  it('has the verdict of the trades of its weekday', () => {
    const isWon: Won = (day, hour) => {
      if (day % 7 === 1) return hour % 4 === 0;
      if (day % 7 === 5) return hour % 4 !== 0;
      // Runs of three won and three lost trades: the blocks of four hours win 3, 2 and 1 of 4.
      return Math.floor(hour / 3) % 2 === 0;
    };
    expect(verdictsOf(reportOn(35, hourly(35, isWon)).byWeekday)).toEqual([
      [1, 'indistinguishable'],
      [2, 'below'],
      [3, 'indistinguishable'],
      [4, 'indistinguishable'],
      [5, 'indistinguishable'],
      [6, 'above'],
      [7, 'indistinguishable'],
    ]);
  });

  it("is 'indistinguishable' if it is below alone, but not as the worst of 24 rows", () => {
    // The hour wins 13 of 40 trades: t = -2.33, a chance of about 1 %, which is a fourth for 24 rows.
    const isWon: Won = (day, hour) => (hour === 5 ? day % 3 === 0 && day < 39 : day % 2 === 0);
    const all = hourly(40, isWon);
    const alone = all.filter(({ entryMs }) => (entryMs / HOUR_MS) % 24 === 5);
    expect(verdictsOf(reportOn(40, alone).byHour)).toEqual([[5, 'below']]);
    expect(verdictsOf(reportOn(40, all).byHour)[5]).toEqual([5, 'indistinguishable']);
  });

  it("is 'short_sample' with trades in fewer than ten blocks of time", () => {
    // Blocks of an hour: each of nine days has four trades in one block.
    const trades = Array.from({ length: 36 }, (_, index) =>
      tradeAt(MONDAY_MS + Math.floor(index / 4) * DAY_MS + (index % 4) * 10 * MINUTE_MS, true),
    );
    const { byHour } = reportOn(9, trades);
    expect(byHour.map(({ key, counts }) => [key, counts.won])).toEqual([[0, 36]]);
    expect(verdictsOf(byHour)).toEqual([[0, 'short_sample']]);
  });
});

describe('an hour with several trades in a block of time', () => {
  /** Three trades from 05:00 of each of 40 days: the first is won every second day, the others always. */
  const burstsOf = (lifeMs: number) =>
    reportOn(
      40,
      Array.from({ length: 120 }, (_, index) => {
        const [day, place] = [Math.floor(index / 3), index % 3];
        const entryMs = MONDAY_MS + day * DAY_MS + 5 * HOUR_MS + place * 10 * MINUTE_MS;
        return tradeAt(entryMs, place > 0 || day % 2 === 0, lifeMs);
      }),
    );

  it('is judged by the first trade of each block if trades overlap', () => {
    const { byHour, card, overlapping } = burstsOf(24 * MINUTE_MS);
    expect(overlapping).toBe(true);
    expect(verdictsOf(byHour)).toEqual([[5, 'indistinguishable']]);
    expect(measured(card).verdict).toBe('above');
  });

  it('has the win rate of all its trades, with the precision of the first ones, if trades overlap', () => {
    const row = measured(burstsOf(24 * MINUTE_MS).byHour[0]?.card);
    expect([row.won, row.decided]).toEqual([100, 120]);
    // Each of 40 blocks differs by half a win from the mean of its one trade.
    const independent = (40 * (40 * 0.5 * 0.5)) / (40 * 0.5 ** 2 * (30 / 29) * (40 / 39));
    const precision = { independent, blocks: 40 };
    const { interval } = measured(winRateCard({ won: 100, lost: 20, tied: 0, averagePayoutRatio: 1, precision }));
    expect(row.interval.low).toBeCloseTo(interval.low, 10);
    expect(row.interval.high).toBeCloseTo(interval.high, 10);
  });

  it('is judged by all its trades if none overlap', () => {
    const { byHour, overlapping } = burstsOf(10 * MINUTE_MS);
    expect(overlapping).toBe(false);
    expect(verdictsOf(byHour)).toEqual([[5, 'above']]);
  });
});

describe('the streaks of a report', () => {
  it('are the longest runs of won and of lost trades, which ties and void trades do not end', () => {
    const results = ['won', 'tied', 'won', 'void', 'won', 'lost', 'tied', 'lost'] as const;
    const trades = results.map((result, index) => ({ ...tradeAt(MONDAY_MS + index * HOUR_MS, true), result }));
    expect(reportOn(1, trades)).toMatchObject({ longestWinningStreak: 3, longestLosingStreak: 2 });
  });
});
