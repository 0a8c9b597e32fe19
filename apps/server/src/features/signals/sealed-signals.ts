import { workKind } from '#platform/work/work-queue.ts';

/**
 * Live signals of users that were just sealed and stored, as work for auto-trading, by the shard of their user. Their
 * contents are read from the database.
 */
export const SIGNALS_SEALED = workKind<{ readonly signalIds: readonly string[] }>('signals.sealed');
