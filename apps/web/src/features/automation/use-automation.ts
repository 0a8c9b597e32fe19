import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Automation } from '@vigia/contract';
import { useEffect } from 'react';
import { automationQuery } from '#shared/lib/automation.ts';
import { stream, useStreamStatus } from '#shared/lib/stream.ts';
import { useUi } from '#shared/lib/ui-store.ts';

/** With the stream up, only what falls due by the clock is asked for. */
const LIVE_EVERY_MS = 30_000;

const take = (queries: QueryClient, automation: Automation): void =>
  void queries.setQueryData(automationQuery.queryKey, automation);

/** The state of everything automatic: by the stream, by asking now and then, and anew whenever the stream is back. */
export function useAutomation(): Automation | undefined {
  const queries = useQueryClient();
  const isLive = useStreamStatus().state === 'live';
  const refreshIntervalS = useUi((ui) => ui.refreshIntervalS);
  useEffect(() => stream.on('automation', ({ automation }) => take(queries, automation)), [queries]);
  useEffect(() => {
    if (isLive) void queries.invalidateQueries({ queryKey: automationQuery.queryKey });
  }, [queries, isLive]);
  return useQuery({ ...automationQuery, refetchInterval: isLive ? LIVE_EVERY_MS : refreshIntervalS * 1_000 }).data;
}

/** One of the calls that change it; the answer is shown at once. */
export function useAutomationCall(call: () => Promise<Automation>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      // What was asked before the change must not overwrite its answer.
      await queries.cancelQueries({ queryKey: automationQuery.queryKey });
      take(queries, await call());
    },
  });
}
