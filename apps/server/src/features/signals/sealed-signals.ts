import { workKind } from '#platform/work/work-queue.ts';

/**
 * Signals of people that were sealed and stored just now, live: what whoever trades for them decides about. By the shard of
 * their person; what is in it is in the database.
 */
export const SIGNALS_SEALED = workKind<{ readonly signalIds: readonly string[] }>('signals.sealed');
