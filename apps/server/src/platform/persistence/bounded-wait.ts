import type { DriverQuery } from './driver-query.ts';

/** Every connection was taken for too long: what asked for one is refused, and the same may succeed in a moment. */
export class DatabaseBusy extends Error {
  readonly code = 'DATABASE_BUSY';

  constructor() {
    super('every connection of the pool is taken');
  }
}

/**
 * Refuses a statement that no connection has taken within `patienceMs`; what is sent at once costs no timer. It may still be
 * made when a connection is free, as one whose connection broke may have been: its order among others is kept.
 */
export function refuseLongWait(query: DriverQuery, patienceMs: number): void {
  const send = query.handler;
  query.handler = (sent) => {
    send(sent);
    if (query.state !== null) return;
    setTimeout(() => {
      if (query.state === null) query.reject(new DatabaseBusy());
    }, patienceMs).unref();
  };
}

/**
 * Runs what begins a transaction and then its work; refused, and the work never begun, where no connection was free within
 * `patienceMs`.
 * @param run calls what it is given when the transaction has begun, before its work; what that throws it passes on
 */
export function begunWithin<T>(patienceMs: number, run: (begun: () => void) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new DatabaseBusy());
    }, patienceMs);
    const begun = (): void => {
      if (isLate) throw new DatabaseBusy();
      clearTimeout(timer);
    };
    run(begun)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}
