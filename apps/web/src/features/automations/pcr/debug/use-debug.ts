import { useQuery } from '@tanstack/react-query';
import type { PcrDebug } from '@vigia/contract';
import { apiOf } from '#shared/lib/services.ts';
import { fetchDebug } from '../setup-calls.ts';
import { type DebugEvent, mergeEvents } from './event-log.ts';

const EVERY_MS = 2_000;

type Reading = { readonly state: PcrDebug; readonly events: readonly DebugEvent[] };

export type DebugView = {
  /**
   * The last state of the engine for the setup, and every event since the page opened. Undefined before the first
   * response.
   */
  readonly reading: Reading | undefined;
  readonly pending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** Time of the last response, by the clock of this device in epoch milliseconds. Null while the server responds. */
  readonly goneSinceMs: number | null;
};

/** Polls the state of the engine while the page is visible, and collects the engine's events. */
export function useDebug(setupId: string): DebugView {
  const queryKey = ['/api/pcr/debug', setupId];
  const query = useQuery({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<Reading>(queryKey);
      return follow(before, await fetchDebug(apiOf(client), setupId, before?.state.last_event ?? 0, signal));
    },
    refetchInterval: EVERY_MS,
    retry: false,
    gcTime: 0,
  });
  return {
    reading: query.data,
    pending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    goneSinceMs: query.isError && query.data ? query.dataUpdatedAt : null,
  };
}

function follow(before: Reading | undefined, state: PcrDebug): Reading {
  // If the number is smaller than the last one, the engine has restarted and counts from the beginning.
  const isNewCount = before !== undefined && state.last_event < before.state.last_event;
  return { state, events: mergeEvents(before && !isNewCount ? before.events : [], state.events) };
}
