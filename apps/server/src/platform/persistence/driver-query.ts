import type postgres from 'postgres';

/** What the driver's (3.4.9) queries have and its types do not tell. */
export type DriverQuery = {
  /** Hands the query to the driver's pool. */
  handler(query: DriverQuery): void;
  reject(error: Error): void;
  /** The connection it was sent on; null until then. */
  readonly state: object | null;
};

/** The same, but each statement is prepared before anybody waits for it; so are parts of statements, which are never handed over. */
export const preparing = (sql: postgres.Sql, prepare: (query: DriverQuery) => void): postgres.Sql =>
  new Proxy(sql, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target, self, args);
      if (isQuery(made)) prepare(made);
      return made;
    },
  });

const isQuery = (made: unknown): made is DriverQuery =>
  made instanceof Promise && 'handler' in made && 'reject' in made && 'state' in made;
