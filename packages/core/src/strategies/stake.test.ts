import { describe, expect, it } from 'vitest';
import { completeRules, signalRulesKey } from './definitions.ts';
import { moneyManagementOf } from './stake.ts';

const MARTINGALE = { plan: 'martingale', multiplier: 2, steps: 3 } as const;

describe('moneyManagementOf', () => {
  it.each([
    [{ trade_amount: 25 }, { betType: 'fixed', fixedAmount: 25 }],
    [
      { trade_amount: 25, stake_plan: { plan: 'percent', percent: 1.5 } as const },
      { betType: 'percent', percent: 1.5 },
    ],
    [
      { trade_amount: 25, stake_plan: MARTINGALE },
      { betType: 'martingale', fixedAmount: 25, multiplier: 2, steps: 3 },
    ],
  ])('returns the stakes of %j', (parameters, money) => {
    expect(moneyManagementOf(parameters)).toEqual(money);
  });
});

it('rules keep their stake plan, and their signals do not depend on it', () => {
  const rules = completeRules('rsi', { stake_plan: MARTINGALE });
  expect(rules.parameters.stake_plan).toEqual(MARTINGALE);
  expect(signalRulesKey(rules)).toBe(signalRulesKey(completeRules('rsi')));
  expect(completeRules('rsi').parameters).not.toHaveProperty('stake_plan');
});
