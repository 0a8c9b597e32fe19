import type { StrategySignalView } from '@vigia/contract';
import { topicOfPerson } from '#platform/bus/bus.ts';

/** A strategy's signal was sealed or decided; it is its owner's business only. */
export const STRATEGY_SIGNAL_CHANGED = topicOfPerson<{ readonly userId: string; readonly signal: StrategySignalView }>(
  'strategies.signal-changed',
);
