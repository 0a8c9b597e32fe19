import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '@vigia/core/vocabulary';
import { useEffect } from 'react';
import { useServices } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { mergeDecision, mergeSignal } from '../signals/merge-signal.ts';
import { allSignalsQuery, signalsQuery, strategiesQuery } from './queries.ts';

/**
 * Returns the strategies with their performance. Each signal and each trade of a strategy triggers a refetch. While the
 * stream is disconnected, they are polled.
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

/** Returns the number of active strategies. Returns 0 while it is unknown. */
export const useActiveStrategyCount = (): number =>
  useQuery({
    ...strategiesQuery,
    select: (strategies) => strategies.filter(({ status }) => status === 'active').length,
  }).data ?? 0;

/**
 * Returns the newest signals of all strategies, newest first. The stream keeps them up to date; polls do while the
 * stream is disconnected.
 */
export function useStrategySignals() {
  const queries = useQueryClient();
  const { stream } = useServices();
  const isLive = useStreamStatus().state === 'live';
  useEffect(() => {
    const { queryKey } = allSignalsQuery;
    const stops = [
      stream.on('strategy_signal', ({ signal }) =>
        queries.setQueryData(queryKey, (list) => list && mergeSignal(list, signal)),
      ),
      stream.on('signal_decided', (decided) =>
        queries.setQueryData(queryKey, (list) => list && mergeDecision(list, decided)),
      ),
    ];
    if (isLive) void queries.invalidateQueries({ queryKey });
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, stream, isLive]);
  return useQuery({ ...allSignalsQuery, refetchInterval: isLive ? false : LIMITS.sequencePollingMs });
}

/** Returns the newest signals of one strategy, newest first. The stream adds new signals and decisions. */
export function useSignalsOfStrategy(strategyId: string) {
  const queries = useQueryClient();
  const { stream } = useServices();
  useEffect(() => {
    const { queryKey } = signalsQuery(strategyId);
    const stops = [
      stream.on('strategy_signal', ({ signal }) => {
        if (signal.strategy_id === strategyId)
          queries.setQueryData(queryKey, (list) => list && mergeSignal(list, signal));
      }),
      stream.on('signal_decided', (decided) =>
        queries.setQueryData(queryKey, (list) => list && mergeDecision(list, decided)),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, stream, strategyId]);
  return useQuery(signalsQuery(strategyId));
}
