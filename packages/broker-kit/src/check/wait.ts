import { type Clock, durationMs } from '@vigia/core/kernel';

/** Thrown by the waits of a cancelled check; `runCheck` catches it. */
export class CheckCancelledError extends Error {}

/** @throws CheckCancelledError if the check was cancelled */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new CheckCancelledError('the check was cancelled');
}

type Waiting = { readonly clock: Clock; readonly signal: AbortSignal };

/**
 * Waits for `ms` milliseconds.
 * @throws CheckCancelledError if the check is cancelled meanwhile
 */
export function pause({ clock, signal }: Waiting, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      cancelTimer();
      reject(new CheckCancelledError('the check was cancelled'));
    };
    const cancelTimer = clock.after(durationMs(ms), () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Waits until a condition holds; evaluates it every `everyMs` milliseconds.
 * @returns whether the condition held in time
 * @throws CheckCancelledError if the check is cancelled meanwhile
 */
export async function waitUntil(
  waiting: Waiting,
  holds: () => boolean,
  withinMs: number,
  everyMs = 250,
): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += everyMs) {
    if (holds()) return true;
    await pause(waiting, everyMs);
  }
  return holds();
}
