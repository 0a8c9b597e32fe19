import type { RiskRule } from '../rule.ts';

/** The user's own ceiling for one trade. */
export const maxStake: RiskRule = ({ stakeMinor }, _facts, { maxStakeMinor }) =>
  maxStakeMinor !== null && stakeMinor > maxStakeMinor ? { code: 'stake_limit', details: { maxStakeMinor } } : null;
