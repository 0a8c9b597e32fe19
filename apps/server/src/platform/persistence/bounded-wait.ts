import type postgres from 'postgres';

/** Every connection was taken for too long: what asked for one is refused, and the same may succeed in a moment. */
export class DatabaseBusy extends Error {
  readonly code = 'DATABASE_BUSY';

  constructor() {
    super('every connection of the pool is taken');
  }
}

/** What the driver's (3.4.9) queries have and its types do not tell. */
type Query = { handler(query: Query): void; reject(error: Error): void; readonly state: object | null };

/**
 * The same, but a statement that no connection has taken within `patienceMs` is refused. It may still be made when one is free,
 * as one whose connection broke may have been: its order among others is kept.
 */
export const refusingLongWaits = (sql: postgres.Sql, patienceMs: number): postgres.Sql =>
  new Proxy(sql, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target, self, args);
      if (isQuery(made)) watch(made, patienceMs);
      return made;
    },
  });

/** Parts of statements, which the driver makes alike, are never sent by themselves; nor does what is sent at once cost a timer. */
function watch(query: Query, patienceMs: number): void {
  const send = query.handler;
  query.handler = (sent) => {
    send(sent);
    if (query.state !== null) return;
    setTimeout(() => {
      if (query.state === null) query.reject(new DatabaseBusy());
    }, patienceMs).unref();
  };
}

const isQuery = (made: unknown): made is Query =>
  made instanceof Promise && 'handler' in made && 'reject' in made && 'state' in made;

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
