import { describe, expect, it } from 'vitest';
import { limitsNothing, NO_OWN_LIMITS, type OwnLimits } from './limits.ts';

describe("a strategy's own limits", () => {
  it('are all unset by default, and then start again each midnight', () => {
    expect(NO_OWN_LIMITS).toEqual({ daily_operations: null, daily_loss: null, daily_profit: null, auto_reset: true });
  });

  it.each<[Partial<OwnLimits>, boolean]>([
    [{}, true],
    [{ auto_reset: false }, true],
    [{ daily_operations: 3 }, false],
    [{ daily_loss: 50 }, false],
    [{ daily_profit: 80 }, false],
    [{ daily_operations: 3, daily_loss: 50 }, false],
    [{ daily_operations: 3, daily_profit: 80 }, false],
    [{ daily_loss: 50, daily_profit: 80 }, false],
    [{ daily_operations: 3, daily_loss: 50, daily_profit: 80 }, false],
  ])('with only %j set limit nothing: %s', (set, isWithoutEffect) => {
    const unset: OwnLimits = { daily_operations: null, daily_loss: null, daily_profit: null, auto_reset: true };
    expect(limitsNothing({ ...unset, ...set })).toBe(isWithoutEffect);
  });
});
