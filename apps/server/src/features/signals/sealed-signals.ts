import { workKind } from '#platform/work/work-queue.ts';

/**
 * Kind of the work that auto-trading does for users' live signals that have just been stored. Its key is the shard of
 * the user. The worker reads the signals from the database.
 */
export const SIGNALS_SEALED = workKind<{ readonly signalIds: readonly string[] }>('signals.sealed');
