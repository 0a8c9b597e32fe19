import type { StrategySignalView } from '@vigia/contract';
import { topicForUser } from '#platform/bus/bus.ts';

/** A strategy's signal was sealed or decided; sent to its owner only. */
export const STRATEGY_SIGNAL_CHANGED = topicForUser<{ readonly userId: string; readonly signal: StrategySignalView }>(
  'strategies.signal-changed',
);
