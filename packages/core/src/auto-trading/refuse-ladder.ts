import type { MinorUnits } from '#kernel/index.ts';
import type { RiskFacts, RiskLimits } from '#risk/index.ts';
import type { LadderFault } from '#vocabulary/index.ts';
import { totalAtRisk } from './ladder.ts';
import type { SetupLimits } from './setup-limits.ts';

/**
 * Facts about the account that a ladder must respect. They are checked when the ladder is switched on and at each first
 * step.
 */
export type LadderFacts = Pick<RiskFacts, 'cashMinor' | 'asset' | 'isRealMoney'> & {
  readonly limits: Pick<RiskLimits, 'maxStakeMinor' | 'dailyLossLimitMinor' | 'weeklyLossLimitMinor'>;
  readonly own: Pick<SetupLimits, 'dailyLossMinor' | 'weeklyLossMinor'>;
};

/** A limit that a ladder exceeds, with one stake or with the sum of all stakes. Amounts are in minor units. */
export type LadderRefused = {
  readonly fault: LadderFault;
  readonly amountMinor: MinorUnits;
  readonly limitMinor: MinorUnits;
};

/**
 * Returns the reason why a martingale may not run, or null if it may. The account must be able to place every step of
 * the ladder.
 * @param stakesMinor the stakes in order, at least one.
 */
export function ladderFault(stakesMinor: readonly MinorUnits[], facts: LadderFacts): LadderRefused | null {
  const total = totalAtRisk(stakesMinor);
  const [first = total] = stakesMinor;
  const largest = stakesMinor.reduce((most, stake) => (stake > most ? stake : most), first);
  if (facts.isRealMoney) return { fault: 'real_money', amountMinor: total, limitMinor: total };
  const { asset, limits, own } = facts;
  if (first < asset.minStakeMinor)
    return { fault: 'below_minimum', amountMinor: first, limitMinor: asset.minStakeMinor };
  const bounds: readonly (readonly [LadderFault, MinorUnits, MinorUnits | null])[] = [
    ['above_maximum', largest, asset.maxStakeMinor],
    ['balance', total, facts.cashMinor],
    ['stake_limit', largest, limits.maxStakeMinor],
    ['daily_loss_limit', total, limits.dailyLossLimitMinor],
    ['weekly_loss_limit', total, limits.weeklyLossLimitMinor],
    ['own_daily_loss_limit', total, own.dailyLossMinor],
    ['own_weekly_loss_limit', total, own.weeklyLossMinor],
  ];
  for (const [fault, amountMinor, limitMinor] of bounds) {
    if (limitMinor !== null && amountMinor > limitMinor) return { fault, amountMinor, limitMinor };
  }
  return null;
}
