import type { StrategyView } from '@vigia/contract';
import { STRATEGY_STATUSES, type StrategyStatus } from '@vigia/core/vocabulary';

export const STATUS_FILTERS = ['all', ...STRATEGY_STATUSES] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Returns the number of strategies for each filter by status. */
export function countByStatus(strategies: readonly StrategyView[]): Readonly<Record<StatusFilter, number>> {
  const count = (wanted: StrategyStatus): number => strategies.filter(({ status }) => status === wanted).length;
  return { all: strategies.length, active: count('active'), paused: count('paused'), inactive: count('inactive') };
}

export const filterByStatus = (strategies: readonly StrategyView[], filter: StatusFilter): readonly StrategyView[] =>
  filter === 'all' ? strategies : strategies.filter(({ status }) => status === filter);
