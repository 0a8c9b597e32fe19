import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServices } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { strategiesQuery } from './queries.ts';

/**
 * Returns the strategies with their records. They are refetched at each of their signals and trades; while the stream
 * is down they are polled.
 */
export function useStrategies() {
  const queries = useQueryClient();
  const { stream } = useServices();
  const isLive = useStreamStatus().state === 'live';
  const refreshIntervalS = useUi((ui) => ui.refreshIntervalS);
  useEffect(() => {
    const readAnew = () => void queries.invalidateQueries({ queryKey: strategiesQuery.queryKey });
    const stops = [
      stream.on('strategy_signal', readAnew),
      stream.on('trade', ({ trade }) => {
        if (trade.origin === 'strategy') readAnew();
      }),
      stream.on('automation', readAnew),
    ];
    if (isLive) readAnew();
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, stream, isLive]);
  return useQuery({ ...strategiesQuery, refetchInterval: isLive ? false : refreshIntervalS * 1_000 });
}

/** Returns the number of active strategies; 0 while it is unknown. */
export const useActiveStrategyCount = (): number =>
  useQuery({
    ...strategiesQuery,
    select: (strategies) => strategies.filter(({ status }) => status === 'active').length,
  }).data ?? 0;
