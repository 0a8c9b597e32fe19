/** What can be wrong with a martingale ladder, in the order it is looked at: a stake or the whole of it exceeds this. */
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
