import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '@vigia/core/vocabulary';
import { useEffect } from 'react';
import { useServices } from '#shared/lib/services.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { mergeDecision, mergeSignal } from '../signals/merge-signal.ts';
import { mergeSequence } from './pcr-lists.ts';
import { sequencesQuery, signalsQuery } from './queries.ts';

/**
 * Keeps the signals, and the sequences of one asset, up to date. The stream updates them; polls do while the stream is
 * disconnected. After a reconnect they are fetched once more.
 */
export function useLivePcr(asset: string) {
  const queries = useQueryClient();
  const { stream } = useServices();
  const isLive = useStreamStatus().state === 'live';
  const refetchInterval = isLive ? (false as const) : LIMITS.sequencePollingMs;
  const signals = useQuery({ ...signalsQuery, refetchInterval });
  const sequences = useQuery({ ...sequencesQuery(asset), refetchInterval });
  useEffect(() => {
    const stops = [
      stream.on('signal', ({ signal }) =>
        queries.setQueryData(signalsQuery.queryKey, (list) => list && mergeSignal(list, signal)),
      ),
      stream.on('signal_decided', (decided) =>
        queries.setQueryData(signalsQuery.queryKey, (list) => list && mergeDecision(list, decided)),
      ),
      stream.on('sequence', ({ sequence }) =>
        queries.setQueryData(sequencesQuery(sequence.asset).queryKey, (list) => list && mergeSequence(list, sequence)),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, stream]);
  useEffect(() => {
    if (!isLive) return;
    void queries.invalidateQueries({ queryKey: signalsQuery.queryKey });
    void queries.invalidateQueries({ queryKey: sequencesQuery(asset).queryKey });
  }, [queries, isLive, asset]);
  return { signals, sequences };
}
