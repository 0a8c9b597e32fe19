import type { Sql, SqlStatement } from './sql.ts';

export type { Columns, Sql, SqlStatement } from './sql.ts';

/** The options of BEGIN in SQL. */
export type TransactionMode = '' | 'ISOLATION LEVEL REPEATABLE READ READ ONLY' | 'ISOLATION LEVEL REPEATABLE READ';

/** SQL within one transaction. */
export interface Transaction extends Sql {
  /** Runs `work` in a savepoint. A failure of `work` rolls back only the changes of `work`. */
  savepoint<T>(work: (inner: Transaction) => Promise<T>): Promise<T>;
  /** Returns the rows of a statement in batches. Only one cursor can be open at a time. */
  cursor<R extends readonly object[]>(statement: SqlStatement<R>, rows: number): AsyncIterable<R>;
}

/**
 * The database of the product, embedded or external PostgreSQL. Its connections have the app role, which can neither
 * change the schema nor rewrite append-only tables.
 */
export interface Database {
  readonly sql: Sql;
  /** Runs `work` in one transaction; it commits when the promise resolves and rolls back when it rejects. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, mode?: TransactionMode): Promise<T>;
  /** Returns true if a trivial query returns within the statement timeout. */
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}
