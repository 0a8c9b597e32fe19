import { setImmediate } from 'node:timers/promises';

/** Resolves after the waiting events of the process, so that a long computation lets other requests run. */
export const othersTurn = (): Promise<void> => setImmediate();
