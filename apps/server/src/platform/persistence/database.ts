import type postgres from 'postgres';

/** Tagged-template SQL: values are always bound, never spliced. Outside and inside a transaction alike. */
export type Sql = postgres.Sql | postgres.TransactionSql;
export type Transaction = postgres.TransactionSql;

/**
 * The one database of the product, embedded or external PostgreSQL. The connection belongs to the app role: it can
 * neither change the schema nor rewrite what is append-only.
 */
export interface Database {
  readonly sql: postgres.Sql;
  /** Runs `work` in one transaction; it commits when the promise resolves and rolls back when it rejects. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** True if a trivial query answers within the statement time-out. */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}
