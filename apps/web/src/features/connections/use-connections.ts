import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { stream, useStreamStatus } from '#shared/lib/stream.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { connectionsQuery, takeBrokerStatus } from './queries.ts';

/** While the stream tells of every change, only what it may have missed is asked for. */
const ASK_ANYWAY_MS = 30_000;

type UseConnections = { readonly enabled?: boolean };

/** The brokers with how the person stands with each: kept by the stream, by asking while it is down. */
export function useConnections({ enabled = true }: UseConnections = {}) {
  const queries = useQueryClient();
  const isLive = useStreamStatus().state === 'live';
  const refreshIntervalS = useUi((ui) => ui.refreshIntervalS);
  useEffect(() => stream.on('broker', ({ broker }) => takeBrokerStatus(queries, broker)), [queries]);
  useEffect(() => {
    if (isLive) void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  }, [queries, isLive]);
  return useQuery({
    ...connectionsQuery,
    enabled,
    refetchInterval: isLive ? ASK_ANYWAY_MS : refreshIntervalS * 1_000,
  });
}
