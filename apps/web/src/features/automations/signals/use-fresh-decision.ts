import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { SignalDecisionView } from '@vigia/contract';
import { useEffect } from 'react';

/**
 * Reads the lists that contain an opened signal again, if they show no decision about it. The stream publishes each
 * decision once, and the event is lost if the socket is closed at that moment.
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
