import type { MarketCondition } from '../market-data/index.ts';

/** Reason why the price data does not allow a signal. */
export type DataFault = 'backfilled' | Exclude<MarketCondition['state'], 'live' | 'ahead'>;

/**
 * Returns the fault of the price data at the time of a signal; null if there is none. A fast recording runs ahead of
 * the clock, so its prices are never stale: its signals are published, and their orders are refused
 * (docs/spec/market-data.md §5).
 */
export function dataFaultOf(isBackfilled: boolean, { state }: Pick<MarketCondition, 'state'>): DataFault | null {
  if (isBackfilled) return 'backfilled';
  return state === 'live' || state === 'ahead' ? null : state;
}
