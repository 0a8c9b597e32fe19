import { setImmediate } from 'node:timers/promises';

/**
 * Resolves after the event loop has handled the waiting events, so that a long computation does not block other
 * requests.
 */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/** Steps of a computation over candles between two turns of others: about 5 ms. */
export const STEPS_PER_TURN = 5_000;
