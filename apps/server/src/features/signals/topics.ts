import type { SignalDecisionView } from '@vigia/contract';
import type { AutomationKind } from '@vigia/core/vocabulary';
import { topicForUser } from '#platform/bus/bus.ts';

/** A decision about a signal of a user's own setup or strategy. */
type SignalDecided = {
  readonly userId: string;
  readonly automation: AutomationKind;
  readonly signalId: string;
  readonly decision: SignalDecisionView;
};

/** Reports that the automatic order of a signal was placed or refused. */
export const SIGNAL_DECIDED = topicForUser<SignalDecided>('signals.decided');
