import type { SignalDecisionView } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';

type Listed = { readonly id: string; readonly entry_time: string; readonly decision: SignalDecisionView | null };

/**
 * Adds a signal to the list or updates it. The list has the newest signals first, at most a hundred. A decision is
 * final, so a repeated event without a decision removes none.
 */
export function mergeSignal<Signal extends Listed>(list: readonly Signal[], signal: Signal): Signal[] {
  const known = list.find(({ id }) => id === signal.id);
  const merged = { ...signal, decision: signal.decision ?? known?.decision ?? null };
  return [...list.filter((each) => each !== known), merged]
    .sort((a, b) => Date.parse(b.entry_time) - Date.parse(a.entry_time))
    .slice(0, LIMITS.pcrSignalsKept);
}

/** The decision about a signal, as the stream publishes it. */
type Decided = { readonly signal_id: string; readonly decision: SignalDecisionView };

/** Adds a decision to its signal. A signal that is not in the list is ignored. */
export const mergeDecision = <Signal extends Listed>(list: readonly Signal[], decided: Decided): Signal[] =>
  list.map((signal) => (signal.id === decided.signal_id ? { ...signal, decision: decided.decision } : signal));
