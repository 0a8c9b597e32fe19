import { type Clock, type EpochMs, epochMs } from '@vigia/core/kernel';

/**
 * Creates a reader of wall time that ignores jumps ahead from now on. Deletions by age use this reader, because a clock
 * that is wrongly set ahead would make all rows old enough for deletion. After a correct adjustment ahead, or a
 * suspension of the machine, deletions are late by this time until the process restarts.
 */
export function createSteadyNow(clock: Pick<Clock, 'now' | 'monotonicMs'>): () => EpochMs {
  const aheadMs = clock.now() - clock.monotonicMs();
  return () => epochMs(Math.min(clock.now(), Math.floor(aheadMs + clock.monotonicMs())));
}
