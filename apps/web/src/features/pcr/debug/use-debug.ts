import { useQuery } from '@tanstack/react-query';
import type { PcrDebug } from '@vigia/contract';
import { useEffect, useRef, useState } from 'react';
import { fetchDebug } from '../queries.ts';
import { type DebugEvent, mergeEvents } from './event-log.ts';

const EVERY_MS = 2_000;

export type DebugReading = {
  /** The engine's last word on the setup; undefined before the first. */
  readonly state: PcrDebug | undefined;
  readonly pending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** Since when nothing came any more, epoch milliseconds of this machine; null while it answers. */
  readonly goneSinceMs: number | null;
  /** Newest last. */
  readonly events: readonly DebugEvent[];
};

/** Reads the engine again and again while the page is visible; events add up. */
export function useDebug(setupId: string): DebugReading {
  const after = useRef(0);
  const [events, setEvents] = useState<readonly DebugEvent[]>([]);
  const query = useQuery({
    queryKey: ['/api/pcr/debug', setupId],
    queryFn: ({ signal }) => fetchDebug(setupId, after.current, signal),
    refetchInterval: EVERY_MS,
    retry: false,
    gcTime: 0,
  });
  const { data } = query;
  useEffect(() => {
    if (!data) return;
    // A number below the last one seen: the engine began to count anew.
    if (data.last_event < after.current) setEvents([]);
    after.current = data.last_event;
    if (data.events.length > 0) setEvents((list) => mergeEvents(list, data.events));
  }, [data]);
  return {
    state: data,
    pending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    goneSinceMs: query.isError && data ? query.dataUpdatedAt : null,
    events,
  };
}
