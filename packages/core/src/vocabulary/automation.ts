/** Limits that a stake or the sum of a martingale ladder can exceed, in the order they are checked. */
export const LADDER_FAULTS = [
  'real_money',
  'below_minimum',
  'above_maximum',
  'balance',
  'stake_limit',
  'daily_loss_limit',
  'weekly_loss_limit',
  'own_daily_loss_limit',
  'own_weekly_loss_limit',
] as const;
export type LadderFault = (typeof LADDER_FAULTS)[number];
