import type { StrategySignalView } from '@vigia/contract';
import { topicForUser } from '#platform/bus/bus.ts';

/** Reports to the owner that a strategy's signal was stored or decided. */
export const STRATEGY_SIGNAL_CHANGED = topicForUser<{ readonly userId: string; readonly signal: StrategySignalView }>(
  'strategies.signal-changed',
);
