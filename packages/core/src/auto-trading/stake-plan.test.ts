import { describe, expect, it } from 'vitest';
import { stakePlanOf } from './stake-plan.ts';

const LADDER = { betType: 'martingale', fixedAmount: 10, multiplier: 2, steps: 3 } as const;

describe('the stake plan of a setup', () => {
  it('has a fixed stake in minor units of the account’s currency', () => {
    const rules = { betType: 'fixed', fixedAmount: 12.5 } as const;
    expect(stakePlanOf(rules, 'USD')).toEqual({ ok: true, value: { kind: 'fixed', stakeMinor: 1_250 } });
    expect(stakePlanOf({ ...rules, fixedAmount: 5_000 }, 'CLP')).toEqual({
      ok: true,
      value: { kind: 'fixed', stakeMinor: 5_000 },
    });
  });

  it('has a percentage of the balance in any currency', () => {
    for (const currency of ['USD', 'CLP'] as const)
      expect(stakePlanOf({ betType: 'percent', percent: 2.5 }, currency)).toEqual({
        ok: true,
        value: { kind: 'percent', percent: 2.5 },
      });
  });

  it('has the stakes of each step of a martingale', () => {
    expect(stakePlanOf(LADDER, 'USD')).toEqual({
      ok: true,
      value: { kind: 'martingale', stakesMinor: [1_000, 2_000, 4_000] },
    });
  });

  it.each([
    { betType: 'fixed', fixedAmount: 12.5 },
    { ...LADDER, fixedAmount: 12.5 },
  ] as const)('is refused if the amount of $betType has more decimals than the currency', (rules) => {
    expect(stakePlanOf(rules, 'CLP')).toMatchObject({ ok: false });
  });
});
