import type { NoteKey } from '@vigia/core/evidence-log';
import { nodeEd25519 } from '#platform/crypto/log-key.ts';
import type { FactSource } from '#platform/evidence-log/fact-source.ts';
import type { Database } from '#platform/persistence/database.ts';
import { verifyFacts } from './verify-facts.ts';
import { type GivenHead, verifyTree } from './verify-tree.ts';
import type { LogCheck, LogFault } from './verify-types.ts';

export type LogCheckOptions = {
  readonly sources: readonly FactSource[];
  /** Key of this installation; null if it is not available. */
  readonly key: NoteKey | null;
  /** Heads to compare besides those of the database. */
  readonly heads: readonly GivenHead[];
};

/**
 * Checks the log: the tree against its heads, and every fact against its leaf, in both directions. It reads one
 * snapshot, so that a fact that is stored during the check does not count as a difference.
 */
export const verifyLog = (db: Database, { sources, key, heads }: LogCheckOptions): Promise<LogCheck> =>
  db.transaction(async (tx) => {
    // All rows are read, so the database must not plan for the first ones, nor look up each leaf by itself.
    await tx`SET LOCAL cursor_tuple_fraction = 1`;
    const tree = await verifyTree(tx, nodeEd25519, { key, given: heads });
    const faults: LogFault[] = [...tree.faults];
    let [facts, waiting, beforeLog] = [0, 0, 0];
    for (const source of sources) {
      const found = await verifyFacts(tx, nodeEd25519.sha256, source, tree.marks);
      facts += found.facts;
      waiting += found.waiting;
      beforeLog += found.beforeLog;
      faults.push(...found.faults);
    }
    const { leaves, heads: checked, forgotten, restores, keyChanges } = tree;
    return { leaves, heads: checked, facts, waiting, beforeLog, forgotten, restores, keyChanges, faults };
  }, 'ISOLATION LEVEL REPEATABLE READ READ ONLY');
