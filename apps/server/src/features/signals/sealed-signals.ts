import { workKind } from '#platform/work/work-queue.ts';

/**
 * Work for auto-trading: live signals of users that were just sealed and stored, keyed by the shard of their user. The
 * worker reads them from the database.
 */
export const SIGNALS_SEALED = workKind<{ readonly signalIds: readonly string[] }>('signals.sealed');
