import type { RiskRule } from '../rule.ts';

/** The account's free cash covers the stake. */
export const balance: RiskRule = ({ stakeMinor }, { cashMinor }) =>
  stakeMinor > cashMinor ? { code: 'balance_too_low', details: { cashMinor } } : null;
