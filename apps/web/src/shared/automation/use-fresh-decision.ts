import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { SignalDecisionView } from '@vigia/contract';
import { useEffect } from 'react';

/**
 * Refetches the lists that contain an opened signal, if they show no decision about its order. The server publishes a
 * signal before it decides about the order.
 */
export function useFreshDecision(decision: SignalDecisionView | null, lists: readonly QueryKey[]): void {
  const queries = useQueryClient();
  // The hook refetches the lists only once, when the signal is opened, because most signals never get a decision.
  useEffect(() => {
    if (decision !== null) return;
    for (const queryKey of lists) void queries.invalidateQueries({ queryKey, exact: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a change of the decision or of the lists reads nothing
  }, [queries]);
}
