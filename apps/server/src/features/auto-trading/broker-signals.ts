import { workKind } from '#platform/work/work-queue.ts';

/**
 * Kind of work for the signals of users who trade at a broker. It passes the signals to the process with the users'
 * broker sessions. Its key is the user's shard.
 */
export const BROKER_SIGNALS = workKind<{ readonly signalIds: readonly string[] }>('signals.for-brokers');
