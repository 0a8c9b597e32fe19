import type { RiskRule } from '../rule.ts';

/** The stake lies within what the asset's venue takes. */
export const assetLimits: RiskRule = ({ stakeMinor }, { asset: { minStakeMinor, maxStakeMinor } }) => {
  if (stakeMinor < minStakeMinor) return { code: 'amount_below_minimum', details: { minStakeMinor } };
  return stakeMinor > maxStakeMinor ? { code: 'amount_above_maximum', details: { maxStakeMinor } } : null;
};
