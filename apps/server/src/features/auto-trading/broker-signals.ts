import { workKind } from '#platform/work/work-queue.ts';

/** Signals of people whose orders go through a session at a broker, for the process that has these sessions. */
export const BROKER_SIGNALS = workKind<{ readonly signalIds: readonly string[] }>('signals.for-brokers');
/** Their only key: one process has them all. */
export const BROKERS = 'brokers';
