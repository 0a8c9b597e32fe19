import type { RiskRule } from '../rule.ts';

/** The market is open and its prices are fresh: no order is placed from a stale feed. */
export const marketLive: RiskRule = (_order, { market }) => {
  if (market === 'live') return null;
  return { code: market === 'closed' ? 'market_closed' : 'feed_stale', details: null };
};
