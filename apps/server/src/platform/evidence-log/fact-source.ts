import type { LeafKind } from '@vigia/core/evidence-log';
import type { Sql, SqlStatement } from '#platform/persistence/database.ts';

/** Kinds of facts that features contribute to the evidence log. */
export type FactKind = Exclude<LeafKind, 'log'>;

/**
 * Facts of a feature that become leaves of the evidence log. A fact is immutable: the log stores only a commitment to
 * it, and a check builds the fact again from its tables.
 */
export type FactSource = {
  readonly kind: FactKind;
  /**
   * Returns a query of all facts with these columns. `fact_id` uuid and `step` integer identify a fact of this kind.
   * `user_id` uuid is its owner; null without one. `at` timestamptz is the time of its row, with an index. `fact` jsonb
   * is its content; times in it are epoch milliseconds, because the text of a timestamp depends on the session.
   */
  readonly query: (sql: Sql) => SqlStatement;
};
