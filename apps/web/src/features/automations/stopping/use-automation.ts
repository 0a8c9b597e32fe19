import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Automation } from '@vigia/contract';
import { useEffect } from 'react';
import type { ApiClient } from '#shared/lib/api-client.ts';
import { automationQuery } from '#shared/lib/automation.ts';
import { apiOf, useServices } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';

/**
 * Poll interval in milliseconds while the stream is connected. The stream reports changes; the polls only detect what
 * becomes due by time.
 */
const LIVE_EVERY_MS = 30_000;

const take = (queries: QueryClient, automation: Automation): void =>
  void queries.setQueryData(automationQuery.queryKey, automation);

/**
 * Returns the automation state. The stream and polls keep it up to date. It is refetched after a reconnect and after a
 * reported change.
 */
export function useAutoTradingState(): Automation | undefined {
  const queries = useQueryClient();
  const { stream } = useServices();
  const isLive = useStreamStatus().state === 'live';
  const refreshIntervalS = useUi((ui) => ui.refreshIntervalS);
  useEffect(() => stream.on('automation', ({ automation }) => take(queries, automation)), [queries, stream]);
  useEffect(() => {
    if (isLive) void queries.invalidateQueries({ queryKey: automationQuery.queryKey });
  }, [queries, isLive]);
  return useQuery({ ...automationQuery, refetchInterval: isLive ? LIVE_EVERY_MS : refreshIntervalS * 1_000 }).data;
}

/** Returns a mutation of the automation state. The screen shows the state in the response at once. */
export function useAutoTradingMutation(call: (api: ApiClient) => Promise<Automation>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // The response to an earlier request must not overwrite this change.
      await queries.cancelQueries({ queryKey: automationQuery.queryKey });
      take(queries, await call(apiOf(queries)));
    },
  });
}
