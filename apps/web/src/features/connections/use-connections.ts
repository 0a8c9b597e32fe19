import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServices } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { connectionsQuery, takeBrokerStatus } from './queries.ts';

/**
 * Poll interval in milliseconds while the stream is connected. The stream publishes every change, so the polls only
 * replace missed events.
 */
const POLL_INTERVAL_MS = 30_000;

type UseConnections = { readonly enabled?: boolean };

/**
 * Returns the brokers with their connection states. The stream keeps them up to date, or polls do while the stream is
 * disconnected.
 */
export function useConnections({ enabled = true }: UseConnections = {}) {
  const queries = useQueryClient();
  const { stream } = useServices();
  const isLive = useStreamStatus().state === 'live';
  const refreshIntervalS = useUi((ui) => ui.refreshIntervalS);
  useEffect(() => stream.on('broker', ({ broker }) => takeBrokerStatus(queries, broker)), [queries, stream]);
  useEffect(() => {
    if (isLive) void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey });
  }, [queries, isLive]);
  return useQuery({
    ...connectionsQuery,
    enabled,
    refetchInterval: isLive ? POLL_INTERVAL_MS : refreshIntervalS * 1_000,
  });
}
