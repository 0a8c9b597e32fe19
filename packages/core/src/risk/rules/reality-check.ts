import type { RiskRule } from '../rule.ts';
import { isRealityCheckDue } from '../stretch.ts';

/** After an hour with real money new orders wait until the person has looked; play money is only shown the same. */
export const realityCheck: RiskRule = (_order, { isRealMoney, stretch, nowMs }) =>
  isRealMoney && isRealityCheckDue(stretch, nowMs) ? { code: 'reality_check_due', details: null } : null;
