import { describe, expect, it } from 'vitest';
import type { MoneyManagement } from '#vocabulary/index.ts';
import { type ArmingSettings, allowsMoreTrading, needsNoLadderCheck } from './arming.ts';

const LIMITS = {
  maxDailyOperations: 5,
  dailyLossLimit: 50,
  weeklyLossLimit: 100,
  dailyProfitTarget: null,
  autoReset: false,
  resetTime: 'daily',
} as const;
const fixed = (fixedAmount: number): MoneyManagement => ({ betType: 'fixed', fixedAmount });
const percent = (value: number): MoneyManagement => ({ betType: 'percent', percent: value });
const martingale = (fixedAmount: number, multiplier = 2, steps = 3): MoneyManagement => ({
  betType: 'martingale',
  fixedAmount,
  multiplier,
  steps,
});
const TRADING: ArmingSettings = { autoTrade: true, isActive: true, money: fixed(10), limits: LIMITS };
const SIGNALLING: ArmingSettings = { ...TRADING, autoTrade: false };
const withLimits = (change: object): ArmingSettings => ({ ...TRADING, limits: { ...LIMITS, ...change } });

describe('arms, which detects changes that can cause more or larger automatic trades,', () => {
  it.each<[string, ArmingSettings | null, ArmingSettings, boolean]>([
    ['a new one that trades', null, { ...TRADING, isActive: false }, false],
    ['auto-trading switched on', SIGNALLING, TRADING, false],
    ['activated', { ...TRADING, isActive: false }, TRADING, false],
    ['other signals', TRADING, TRADING, true],
    ['a higher stake', TRADING, { ...TRADING, money: fixed(10.01) }, false],
    ['a higher stake of one that only signals', SIGNALLING, { ...SIGNALLING, money: fixed(11) }, false],
    ['a percentage in place of an amount', TRADING, { ...TRADING, money: percent(0.1) }, false],
    ['an amount in place of a percentage', { ...TRADING, money: percent(50) }, { ...TRADING, money: fixed(1) }, false],
    ['a higher percentage', { ...TRADING, money: percent(1) }, { ...TRADING, money: percent(2) }, false],
    ['a ladder in place of an amount', TRADING, { ...TRADING, money: martingale(1) }, false],
    ['one more step', { ...TRADING, money: martingale(1) }, { ...TRADING, money: martingale(1, 2, 4) }, false],
    ['a higher multiplier', { ...TRADING, money: martingale(1) }, { ...TRADING, money: martingale(1, 2.1) }, false],
    ['more trades a day', TRADING, withLimits({ maxDailyOperations: 'all' }), false],
    ['a higher daily limit', TRADING, withLimits({ dailyLossLimit: 51 }), false],
    ['no weekly limit', TRADING, withLimits({ weeklyLossLimit: null }), false],
    ['a limit that resets itself', TRADING, withLimits({ autoReset: true }), false],
    ['another reset time', TRADING, withLimits({ resetTime: '07:30' }), false],
  ])('is true for %s', (_says, before, after, findsOthers) => {
    expect(allowsMoreTrading(before, after, findsOthers)).toBe(true);
  });

  it.each<[string, ArmingSettings | null, ArmingSettings, boolean]>([
    ['a new one that only signals', null, SIGNALLING, true],
    ['no change', TRADING, TRADING, false],
    ['auto-trading switched off, with other rules', TRADING, SIGNALLING, true],
    ['switched off', TRADING, { ...TRADING, isActive: false }, false],
    ['activated without auto-trading', { ...SIGNALLING, isActive: false }, SIGNALLING, true],
    ['a lower stake', TRADING, { ...TRADING, money: fixed(9.99) }, false],
    ['an amount in place of its ladder', { ...TRADING, money: martingale(10) }, TRADING, false],
    ['a lower percentage', { ...TRADING, money: percent(2) }, { ...TRADING, money: percent(1) }, false],
    ['a shorter ladder', { ...TRADING, money: martingale(1) }, { ...TRADING, money: martingale(1, 1.5, 2) }, false],
    ['fewer trades a day', TRADING, withLimits({ maxDailyOperations: 4 }), false],
    ['a lower limit', TRADING, withLimits({ dailyLossLimit: 49 }), false],
    ['a limit where there was none', withLimits({ weeklyLossLimit: null }), TRADING, false],
    ['no limits before and after', { ...TRADING, limits: null }, { ...TRADING, limits: null }, false],
  ])('is false for %s', (_says, before, after, findsOthers) => {
    expect(allowsMoreTrading(before, after, findsOthers)).toBe(false);
  });
});

describe('needsNoLadderCheck, which finds changes after which a ladder needs no new check,', () => {
  const OFF: ArmingSettings = { ...TRADING, isActive: false };
  it.each<[string, ArmingSettings, ArmingSettings]>([
    ['other limits', TRADING, withLimits({ dailyLossLimit: 10 })],
    ['switched off', TRADING, OFF],
    ['left off', OFF, SIGNALLING],
    ['the same ladder', { ...TRADING, money: martingale(5) }, { ...TRADING, money: martingale(5) }],
  ])('is true for %s', (_what, before, after) => expect(needsNoLadderCheck(before, after)).toBe(true));

  it.each<[string, ArmingSettings, ArmingSettings]>([
    ['activated', OFF, TRADING],
    ['auto-trading switched on', SIGNALLING, TRADING],
    ['a higher stake', OFF, { ...OFF, money: fixed(11) }],
    ['a lower stake', OFF, { ...OFF, money: fixed(9) }],
    ['a longer ladder', { ...OFF, money: martingale(5, 2, 2) }, { ...OFF, money: martingale(5, 2, 3) }],
    ['an amount in place of a ladder', { ...OFF, money: martingale(5) }, { ...OFF, money: fixed(5) }],
  ])('is false for %s', (_what, before, after) => expect(needsNoLadderCheck(before, after)).toBe(false));
});
