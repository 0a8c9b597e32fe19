import { TradingPerformance } from '@vigia/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { createEvidence } from '../../evidence/index.ts';
import { startHistory } from '../history/testing.ts';
import { readPerformance } from './read-performance.ts';

const world = await startHistory();
const { db, accounts, clock, newPerson, ended, endedMany } = world;
afterAll(() => world.close());

const read = async (userId: string, filter = {}) =>
  TradingPerformance.parse(
    await readPerformance({ db, accounts, evidence: createEvidence({ db, clock }) }, userId, filter),
  );
/** Returns the key and the number of trades of each group. */
const keysOf = (groups: TradingPerformance['by_hour']): (readonly [string, number])[] =>
  groups.map(({ key, trades }) => [key, trades]);

describe('readPerformance', () => {
  it('returns zeros and nulls if no trade has ended', async () => {
    const none = await read(await newPerson());
    expect(none).toMatchObject({ trades: 0, voided: 0, profit: 0, expectancy: null, profit_factor: null, equity: [] });
    expect(none).toMatchObject({ current_streak: null, max_drawdown: 0, by_asset: [], by_hour: [], by_weekday: [] });
    expect(none.card).toMatchObject({ decided: 0, rate: null, verdict: null });
  });

  it('excludes ties from the win rate and counts voided trades separately', async () => {
    const userId = await newPerson();
    const results = ['won', 'won', 'expired', 'won', 'cancelled', 'lost', 'lost'] as const;
    for (const [index, status] of results.entries()) {
      await ended(userId, { status, settled: `2026-11-20T14:0${index}:00.000Z`, payoutBp: 8_000 + 100 * index });
    }
    expect(await read(userId)).toMatchObject({
      trades: 6,
      voided: 1,
      profit: 5.5,
      staked: 60,
      expectancy: 0.92,
      profit_factor: 25.5 / 20,
      longest_winning_streak: 3,
      longest_losing_streak: 2,
      current_streak: { result: 'lost', trades: 2 },
      max_drawdown: 20,
      card: { won: 3, lost: 2, tied: 1, decided: 5, rate: 0.6, verdict: 'short_sample' },
    });
    const { card, equity } = await read(userId);
    expect(card.break_even).toBeCloseTo(1 / (1 + (0.8 + 0.81 + 0.83 + 0.85 + 0.86) / 5), 12);
    expect(equity.map(({ total }) => total)).toEqual([8.5, 17, 17, 25.5, 15.5, 5.5]);
    expect(equity[0]?.at).toBe('2026-11-20T14:00:00.000Z');
  });

  it('returns groups that add up to the totals, even if a trade was sold back to its broker', async () => {
    const userId = await newPerson();
    await endedMany(userId, 600);
    await ended(userId, { status: 'cancelled', profitMinor: -400, symbol: 'BTCUSD' });
    const whole = await read(userId);
    expect(whole).toMatchObject({ trades: 601, voided: 0 });
    for (const groups of [whole.by_asset, whole.by_hour, whole.by_weekday]) {
      expect(groups.reduce((sum, group) => sum + group.trades, 0)).toBe(601);
      expect(groups.reduce((sum, group) => sum + Math.round(100 * group.profit), 0)).toBe(100 * whole.profit);
      expect(groups.reduce((sum, group) => sum + group.card.won, 0)).toBe(whole.card.won);
    }
    expect(keysOf(whole.by_asset)).toEqual([
      ['BTCUSD', 201],
      ['EURUSD', 200],
      ['XAUUSD', 200],
    ]);
  });

  it('returns an equity curve of at most 300 points, from the first trade to the last', async () => {
    const userId = await newPerson();
    await endedMany(userId, 5_000);
    const { equity, profit } = await read(userId);
    expect(equity.length).toBeGreaterThan(150);
    expect(equity.length).toBeLessThanOrEqual(300);
    expect([equity.at(0)?.at, equity.at(-1)?.at]).toEqual(['2026-11-20T03:41:00.000Z', '2026-11-20T12:00:00.000Z']);
    expect(equity.at(-1)?.total).toBe(profit);
  });

  it('counts only the user’s own trades that match the filter', async () => {
    const [userId, stranger] = [await newPerson(), await newPerson()];
    await ended(stranger);
    await ended(userId, { symbol: 'BTCUSD', status: 'lost' });
    await ended(userId, { symbol: 'EURUSD' });
    expect(await read(userId, { symbol: 'BTCUSD' })).toMatchObject({
      trades: 1,
      profit: -10,
      longest_losing_streak: 1,
    });
    expect(await read(userId, { from: '2026-11-20T14:05:00.001Z' })).toMatchObject({ trades: 0 });
  });

  it('gives a verdict on all trades of a purse, and none on trades that the user selected', async () => {
    const userId = await newPerson();
    for (let minute = 10; minute < 40; minute += 1) {
      const entered = `2026-11-20T14:${minute}:00.000Z`;
      await ended(userId, { entered, settled: `2026-11-20T14:${minute}:30.000Z` });
    }
    // The trades of five minutes overlap, so one in five is a bet.
    const whole = await read(userId);
    expect(whole.card).toMatchObject({ won: 30, verdict: 'indistinguishable', evidence: { bets: 6, cards: 1 } });
    for (const filter of [{ symbol: 'EURUSD' }, { from: '2026-11-20T00:00:00.000Z' }, { result: 'won' }] as const) {
      const { card } = await read(userId, filter);
      expect(card).toMatchObject({ won: 30, rate: 1, verdict: null, evidence: null });
      expect(card.interval?.high).toBeCloseTo(1, 6);
    }
    expect((await read(userId, { account: 'mock', currency: 'USD' })).card).toEqual(whole.card);
  });

  it('counts the corrected result of a trade', async () => {
    const userId = await newPerson();
    const id = await ended(userId);
    await db.sql`
      UPDATE trades SET status = 'lost', profit_minor = -1000, corrections = corrections + 1, corrected_at = now()
      WHERE id = ${id}`;
    expect(await read(userId)).toMatchObject({ profit: -10, card: { won: 0, lost: 1 } });
  });
});

describe('grouping by hour and weekday of the entry in the user’s time zone', () => {
  const enteredAt = async (timeZone: string, ...times: string[]) => {
    const userId = await newPerson(timeZone);
    for (const entered of times) {
      await ended(userId, { entered, settled: new Date(Date.parse(entered) + 300_000).toISOString() });
    }
    const { by_hour, by_weekday } = await read(userId);
    return { hours: keysOf(by_hour), weekdays: keysOf(by_weekday) };
  };

  it('counts both passes of a repeated hour in one group when the clocks go back', async () => {
    const times = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000Z'];
    expect(await enteredAt('Europe/Madrid', ...times)).toEqual({
      hours: [
        ['2', 2],
        ['3', 1],
      ],
      weekdays: [['7', 3]],
    });
  });

  it('has no group for the hour that is skipped when the clocks go forward', async () => {
    const times = ['2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00.000Z'];
    expect(await enteredAt('Europe/Madrid', ...times)).toEqual({
      hours: [
        ['1', 1],
        ['3', 1],
      ],
      weekdays: [['7', 2]],
    });
  });

  it('counts a repeated hour before midnight to the previous day when the clocks go back over midnight', async () => {
    // Havana, 2026-11-01: the clocks go back from 01:00 to 00:00.
    const times = ['2026-11-01T03:59:00.000Z', '2026-11-01T04:30:00.000Z', '2026-11-01T05:30:00.000Z'];
    expect(await enteredAt('America/Havana', ...times)).toEqual({
      hours: [
        ['0', 2],
        ['23', 1],
      ],
      weekdays: [
        ['6', 1],
        ['7', 2],
      ],
    });
  });

  it('assigns trades of 29 February to the right weekday', async () => {
    const times = ['2028-02-29T05:59:00.000Z', '2028-02-29T06:00:00.000Z', '2028-03-01T06:00:00.000Z'];
    // Mexico City is six hours behind UTC: Monday the 28th, Tuesday the 29th, Wednesday the 1st of March.
    expect(await enteredAt('America/Mexico_City', ...times)).toEqual({
      hours: [
        ['0', 2],
        ['23', 1],
      ],
      weekdays: [
        ['1', 1],
        ['2', 1],
        ['3', 1],
      ],
    });
  });

  it('counts an entry at exactly midnight to the day that starts then', async () => {
    const times = ['2026-11-22T23:59:59.999Z', '2026-11-23T00:00:00.000Z'];
    expect(await enteredAt('UTC', ...times)).toEqual({
      hours: [
        ['0', 1],
        ['23', 1],
      ],
      weekdays: [
        ['1', 1],
        ['7', 1],
      ],
    });
    expect(await enteredAt('Asia/Kolkata', '2026-11-22T18:29:59.999Z', '2026-11-22T18:30:00.000Z')).toEqual({
      hours: [
        ['0', 1],
        ['23', 1],
      ],
      weekdays: [
        ['1', 1],
        ['7', 1],
      ],
    });
  });
});
