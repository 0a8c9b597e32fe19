import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { stream, useStreamStatus } from '#shared/lib/stream.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { strategiesQuery } from './queries.ts';

/** The strategies with what they came to: read anew at each signal and trade of theirs, by asking while the stream is down. */
export function useStrategies() {
  const queries = useQueryClient();
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
  }, [queries, isLive]);
  return useQuery({ ...strategiesQuery, refetchInterval: isLive ? false : refreshIntervalS * 1_000 });
}

/** How many strategies are active; 0 while it is not known. */
export const useActiveStrategyCount = (): number =>
  useQuery({
    ...strategiesQuery,
    select: (strategies) => strategies.filter(({ status }) => status === 'active').length,
  }).data ?? 0;
