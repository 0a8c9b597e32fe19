import { workKind } from '#platform/work/work-queue.ts';

/**
 * Kind of the work that carries signals of users who trade at a broker to the process that holds the broker sessions.
 */
export const BROKER_SIGNALS = workKind<{ readonly signalIds: readonly string[] }>('signals.for-brokers');
/** The only key of this work, because one process holds all broker sessions. */
export const BROKERS = 'brokers';
