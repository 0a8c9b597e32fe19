import { workKind } from '#platform/work/work-queue.ts';

/**
 * Kind of the work that passes signals of users who trade at a broker to the process with their broker sessions. Its
 * key is the user's shard.
 */
export const BROKER_SIGNALS = workKind<{ readonly signalIds: readonly string[] }>('signals.for-brokers');
