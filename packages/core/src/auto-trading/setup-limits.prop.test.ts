import { CaseTally, propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMs, minorUnits } from '#kernel/index.ts';
import { type SetupFacts, type SetupLimits, setupLimitRefusal, setupLimitsOf } from './setup-limits.ts';

const minor = minorUnits;
const STAKE = minor(1_000);
const DAY_ENDS = epochMs(20_000_000);
const WEEK_ENDS = epochMs(90_000_000);
const facts: SetupFacts = {
  operationsToday: 0,
  atStakeMinor: minor(0),
  profitTodayMinor: minor(0),
  profitThisWeekMinor: minor(0),
  dayEndsAtMs: DAY_ENDS,
  weekEndsAtMs: WEEK_ENDS,
  reached: null,
};
const free: SetupLimits = {
  maxOperations: null,
  dailyLossMinor: null,
  weeklyLossMinor: null,
  dailyProfitMinor: null,
  autoReset: true,
  resets: 'daily',
};
const ask = (limits: Partial<SetupLimits>, known: Partial<SetupFacts> = {}) =>
  setupLimitRefusal(STAKE, { ...free, ...limits }, { ...facts, ...known });

describe('the limits of a setup', () => {
  it('are converted from its risk control rules to whole cents', () => {
    const rules = {
      maxDailyOperations: 3,
      dailyLossLimit: 25.5,
      weeklyLossLimit: null,
      dailyProfitTarget: null,
      autoReset: false,
      resetTime: 'weekly',
    };
    expect(setupLimitsOf(rules, 'USD')).toEqual({
      ok: true,
      value: {
        maxOperations: 3,
        dailyLossMinor: 2_550,
        weeklyLossMinor: null,
        dailyProfitMinor: null,
        autoReset: false,
        resets: 'weekly',
      },
    });
    expect(setupLimitsOf({ ...rules, maxDailyOperations: 'all', resetTime: '07:30' }, 'USD')).toMatchObject({
      value: { maxOperations: null, resets: 'daily' },
    });
    expect(setupLimitsOf({ ...rules, dailyProfitTarget: 12.5 }, 'USD')).toMatchObject({
      value: { dailyProfitMinor: 1_250 },
    });
    expect(setupLimitsOf({ ...rules, dailyProfitTarget: 0.001 }, 'USD').ok).toBe(false);
    expect(setupLimitsOf({ ...rules, weeklyLossLimit: 0.001 }, 'USD')).toEqual({
      ok: false,
      error: 'too_many_decimals',
    });
  });

  it.each<[string, Partial<SetupLimits>, Partial<SetupFacts>]>([
    ['if none is set', {}, { operationsToday: 999, profitTodayMinor: minor(-999_999) }],
    ['that is the last operation of the day', { maxOperations: 3 }, { operationsToday: 2 }],
    [
      'that can lose exactly what is left',
      { dailyLossMinor: minor(4_000), weeklyLossMinor: minor(4_000) },
      { profitTodayMinor: minor(-1_000), profitThisWeekMinor: minor(-1_000), atStakeMinor: minor(2_000) },
    ],
    [
      'whose possible loss the week’s gains cover',
      { weeklyLossMinor: minor(500) },
      { profitTodayMinor: minor(-900), profitThisWeekMinor: minor(500) },
    ],
  ])('allow an order %s', (_name, limits, known) => {
    expect(ask(limits, known)).toBeNull();
  });

  it('refuse a trade beyond the daily number of trades, until the day ends', () => {
    expect(ask({ maxOperations: 3 }, { operationsToday: 3 })).toEqual({
      limit: 'operations',
      value: 3,
      resetsAtMs: DAY_ENDS,
      isReached: true,
      switchesOff: false,
    });
  });

  it.each([
    ['daily_loss', { dailyLossMinor: minor(2_999) }, { profitTodayMinor: minor(-2_000) }, DAY_ENDS],
    ['weekly_loss', { weeklyLossMinor: minor(2_999) }, { profitThisWeekMinor: minor(-2_000) }, WEEK_ENDS],
  ] as const)('refuse a stake that could exceed the limit %s by one cent', (limit, limits, known, resetsAtMs) => {
    expect(ask(limits, known)).toEqual({ limit, value: 2_999, resetsAtMs, isReached: true, switchesOff: false });
  });

  it('refuse a stake as if all open trades were lost, but do not count as reached while these trades are open', () => {
    const open = { atStakeMinor: minor(2_500) };
    expect(ask({ dailyLossMinor: minor(3_000), autoReset: false }, open)).toMatchObject({
      limit: 'daily_loss',
      isReached: false,
      switchesOff: false,
    });
  });

  it('refuse trades until the end of the week if the reset is weekly, even if a daily limit was reached', () => {
    expect(ask({ maxOperations: 1, resets: 'weekly' }, { operationsToday: 1 })?.resetsAtMs).toBe(WEEK_ENDS);
  });

  it('refuse trades once the profit of the day has reached its target, and not earlier', () => {
    const limits = { dailyProfitMinor: minor(2_000) };
    expect(ask(limits, { profitTodayMinor: minor(1_999), atStakeMinor: minor(5_000) })).toBeNull();
    expect(ask(limits, { profitTodayMinor: minor(2_000) })).toEqual({
      limit: 'daily_profit',
      value: 2_000,
      resetsAtMs: DAY_ENDS,
      isReached: true,
      switchesOff: false,
    });
    expect(ask({ ...limits, autoReset: false }, { profitTodayMinor: minor(2_000) })?.switchesOff).toBe(true);
  });

  it('refuse every trade until the reset once they are reached, even after a win or after the limit is raised', () => {
    const reached = { limit: 'daily_loss', value: 100 } as const;
    expect(ask({ dailyLossMinor: minor(900_000) }, { reached, profitTodayMinor: minor(5_000) })).toEqual({
      ...reached,
      resetsAtMs: DAY_ENDS,
      isReached: true,
      switchesOff: false,
    });
  });

  it('switch a setup off the first time that they are reached, if the setup has no automatic reset', () => {
    const spent = { operationsToday: 1 };
    const limits = { maxOperations: 1, autoReset: false };
    expect(ask(limits, spent)?.switchesOff).toBe(true);
    const reached = { limit: 'operations', value: 1 } as const;
    expect(ask(limits, { ...spent, reached })?.switchesOff).toBe(false);
  });

  it('are never exceeded, in any order in which trades are placed and end', () => {
    const limit = minor(5_000);
    const event = fc.record({
      stake: fc.integer({ min: 1, max: 3_000 }),
      ends: fc.constantFrom('none', 'won', 'lost'),
    });
    const reached = new CaseTally();
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const open: number[] = [];
        let profit = 0;
        for (const { stake, ends } of events) {
          const atStake = open.reduce((sum, one) => sum + one, 0);
          const known = { ...facts, atStakeMinor: minor(atStake), profitTodayMinor: minor(profit) };
          const refusal = setupLimitRefusal(minor(stake), { ...free, dailyLossMinor: limit }, known);
          reached.add(refusal === null ? 'placed' : `refused, ${refusal.isReached ? 'reached' : 'could be passed'}`);
          if (refusal === null) open.push(stake);
          const ended = ends === 'none' ? undefined : open.shift();
          if (ended !== undefined) profit += ends === 'won' ? ended * 0.5 - ((ended * 0.5) % 1) : -ended;
          expect(-profit).toBeLessThanOrEqual(limit);
        }
      }),
    );
    expect(reached.below(propertyRuns(100), ['placed', 'refused, reached', 'refused, could be passed'])).toEqual([]);
  });
});
