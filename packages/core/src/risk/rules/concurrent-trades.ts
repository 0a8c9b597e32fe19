import type { RiskRule } from '../rule.ts';

/** No more trades at once than the user allows. */
export const concurrentTrades: RiskRule = (_order, { activeTrades }, { maxConcurrentTrades }) =>
  maxConcurrentTrades !== null && activeTrades >= maxConcurrentTrades
    ? { code: 'too_many_active', details: { activeTrades, maxConcurrentTrades } }
    : null;
