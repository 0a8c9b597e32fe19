import { describe, expect, it } from 'vitest';
import { epochMs, minorUnits } from '#kernel/index.ts';
import { evaluate, type RiskApproved } from './evaluate.ts';
import type { GuardedOrder, RiskFacts, RiskLimits } from './order.ts';

const NOW_MS = epochMs(10_000_000);
const DAY_ENDS_MS = epochMs(20_000_000);
const WEEK_ENDS_MS = epochMs(30_000_000);
/** A reality check that is due at this millisecond; the last order was a minute ago. */
const duePeriod = { sinceMs: epochMs(NOW_MS - 3_600_000), lastOrderMs: epochMs(NOW_MS - 60_000) };
const order: GuardedOrder = { origin: 'manual', stakeMinor: minorUnits(1_000) };

const facts: RiskFacts = {
  nowMs: NOW_MS,
  asset: { minStakeMinor: minorUnits(100), maxStakeMinor: minorUnits(50_000) },
  market: 'live',
  cashMinor: minorUnits(1_000_000),
  activeTrades: 0,
  atStakeMinor: minorUnits(0),
  tradesToday: 0,
  profitTodayMinor: minorUnits(0),
  profitThisWeekMinor: minorUnits(0),
  losingStreak: null,
  dayEndsAtMs: DAY_ENDS_MS,
  weekEndsAtMs: WEEK_ENDS_MS,
  isRealMoney: false,
  tradingPeriod: null,
};

const unlimited: RiskLimits = {
  maxConcurrentTrades: null,
  maxStakeMinor: null,
  dailyLossLimitMinor: null,
  weeklyLossLimitMinor: null,
  dailyTradeLimit: null,
  coolDown: null,
  killSwitch: false,
};

type Case = { order?: Partial<GuardedOrder>; facts?: Partial<RiskFacts>; limits?: Partial<RiskLimits> };
const ask = (change: Case) =>
  evaluate({ ...order, ...change.order }, { ...facts, ...change.facts }, { ...unlimited, ...change.limits });
const minor = minorUnits;
const streak = (losses: number, agoMs: number) => ({ losses, lastLossAtMs: epochMs(NOW_MS - agoMs) });
const pause = { afterLosses: 3, minutes: 15 };

describe('the risk guard', () => {
  it.each<[string, Case]>([
    ['without limits', {}],
    ['of the smallest amount', { order: { stakeMinor: minor(100) } }],
    ['of the largest amount', { order: { stakeMinor: minor(50_000) } }],
    ['of all the cash', { facts: { cashMinor: minor(1_000) } }],
    [
      'as the last trade that may be open at the same time',
      { facts: { activeTrades: 2 }, limits: { maxConcurrentTrades: 3 } },
    ],
    ['at the stake limit', { limits: { maxStakeMinor: minor(1_000) } }],
    [
      'that could lose exactly the daily limit',
      {
        facts: { profitTodayMinor: minor(-2_000), atStakeMinor: minor(2_000) },
        limits: { dailyLossLimitMinor: minor(5_000) },
      },
    ],
    [
      'that could lose exactly the weekly limit',
      {
        facts: { profitThisWeekMinor: minor(-7_000), atStakeMinor: minor(2_000) },
        limits: { weeklyLossLimitMinor: minor(10_000) },
      },
    ],
    [
      'that could lose more than the daily limit after a day of profit',
      { facts: { profitTodayMinor: minor(5_000) }, limits: { dailyLossLimitMinor: minor(100) } },
    ],
    ['as the last trade allowed on that day', { facts: { tradesToday: 9 }, limits: { dailyTradeLimit: 10 } }],
    ['before the losing streak is long enough', { facts: { losingStreak: streak(2, 0) }, limits: { coolDown: pause } }],
    ['with a pause set and no losing streak', { limits: { coolDown: pause } }],
    ['when the pause is over', { facts: { losingStreak: streak(3, 900_000) }, limits: { coolDown: pause } }],
    ['placed by hand while all automatic trading is stopped', { limits: { killSwitch: true } }],
    ['of play money while a reality check is due', { facts: { tradingPeriod: duePeriod } }],
    [
      'of real money a moment before the reality check',
      { facts: { isRealMoney: true, tradingPeriod: { ...duePeriod, sinceMs: epochMs(NOW_MS - 3_599_999) } } },
    ],
  ])('approves an order %s', (_, change) => {
    expect(ask(change)).toMatchObject({ ok: true, value: { order: { ...order, ...change.order } } });
  });

  it.each<[string, unknown, Case]>([
    ['amount_below_minimum', { minStakeMinor: 100 }, { order: { stakeMinor: minor(99) } }],
    ['amount_above_maximum', { maxStakeMinor: 50_000 }, { order: { stakeMinor: minor(50_001) } }],
    ['market_closed', null, { facts: { market: 'closed' } }],
    ['feed_stale', null, { facts: { market: 'stale' } }],
    [
      'too_many_active',
      { activeTrades: 3, maxConcurrentTrades: 3 },
      { facts: { activeTrades: 3 }, limits: { maxConcurrentTrades: 3 } },
    ],
    ['balance_too_low', { cashMinor: 999 }, { facts: { cashMinor: minor(999) } }],
    ['stake_limit', { maxStakeMinor: 999 }, { limits: { maxStakeMinor: minor(999) } }],
    [
      'daily_loss_limit',
      { limitMinor: 4_999, worstMinor: 5_000, resetsAtMs: DAY_ENDS_MS },
      {
        facts: { profitTodayMinor: minor(-2_000), atStakeMinor: minor(2_000) },
        limits: { dailyLossLimitMinor: minor(4_999) },
      },
    ],
    [
      'weekly_loss_limit',
      { limitMinor: 9_999, worstMinor: 10_000, resetsAtMs: WEEK_ENDS_MS },
      {
        facts: { profitThisWeekMinor: minor(-7_000), atStakeMinor: minor(2_000) },
        limits: { weeklyLossLimitMinor: minor(9_999) },
      },
    ],
    [
      'daily_trade_limit',
      { dailyTradeLimit: 10, resetsAtMs: DAY_ENDS_MS },
      { facts: { tradesToday: 10 }, limits: { dailyTradeLimit: 10 } },
    ],
    [
      'cool_down',
      { losses: 3, untilMs: NOW_MS + 1 },
      { facts: { losingStreak: streak(3, 899_999) }, limits: { coolDown: pause } },
    ],
    ['kill_switch', null, { order: { origin: 'pcr' }, limits: { killSwitch: true } }],
    ['reality_check_due', null, { facts: { isRealMoney: true, tradingPeriod: duePeriod } }],
  ])('refuses an order with %s', (code, details, change) => {
    expect(ask(change)).toEqual({ ok: false, error: { code, details } });
  });

  it('returns the refusals in the order of the rules if several rules refuse', () => {
    const worst: Required<Case> = {
      order: { origin: 'strategy', stakeMinor: minor(60_000) },
      facts: {
        market: 'stale',
        activeTrades: 9,
        cashMinor: minor(0),
        tradesToday: 99,
        losingStreak: streak(9, 0),
        isRealMoney: true,
        tradingPeriod: duePeriod,
      },
      limits: {
        maxConcurrentTrades: 1,
        maxStakeMinor: minor(1),
        dailyLossLimitMinor: minor(1),
        weeklyLossLimitMinor: minor(1),
        dailyTradeLimit: 1,
        coolDown: pause,
        killSwitch: true,
      },
    };
    const repairs: readonly Case[] = [
      { facts: { asset: { minStakeMinor: minor(1), maxStakeMinor: minor(100_000) } } },
      { facts: { market: 'live' } },
      { limits: { maxConcurrentTrades: null } },
      { facts: { cashMinor: minor(1_000_000) } },
      { limits: { maxStakeMinor: null } },
      { limits: { dailyLossLimitMinor: null } },
      { limits: { weeklyLossLimitMinor: null } },
      { limits: { dailyTradeLimit: null } },
      { limits: { coolDown: null } },
      { limits: { killSwitch: false } },
      { facts: { tradingPeriod: null } },
    ];
    const unrepaired: Case = {};
    const answers: string[] = [];
    let state: Case = worst;
    for (const repair of [unrepaired, ...repairs]) {
      state = { ...state, facts: { ...state.facts, ...repair.facts }, limits: { ...state.limits, ...repair.limits } };
      const decision = ask(state);
      answers.push(decision.ok ? 'approved' : decision.error.code);
    }
    expect(answers).toEqual([
      'amount_above_maximum',
      'feed_stale',
      'too_many_active',
      'balance_too_low',
      'stake_limit',
      'daily_loss_limit',
      'weekly_loss_limit',
      'daily_trade_limit',
      'cool_down',
      'kill_switch',
      'reality_check_due',
      'approved',
    ]);
  });

  it('is the only function that can create an approval: a plain order does not compile as one', () => {
    // @ts-expect-error the symbol that marks an approval is not exported
    const forged: RiskApproved<GuardedOrder> = { order };
    expect(Object.getOwnPropertySymbols(forged)).toEqual([]);
    const decision = ask({});
    expect(decision.ok && Object.getOwnPropertySymbols(decision.value)).toHaveLength(1);
  });
});
