import { commitmentOf, isSameHash, type Sha256 } from '@vigia/core/evidence-log';
import type { FactKind, FactSource } from '#platform/evidence-log/fact-source.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { type LoggedFact, leavesWithoutFact, loggedFacts } from './facts.ts';
import type { CompletenessStatement } from './verify-tree.ts';
import type { LogFault } from './verify-types.ts';

const BATCH = 2_000;

/**
 * Longest allowed delay (ms) of a fact: the log may add it after it has stated that it contains every fact of that
 * time. Transactions last seconds, and the clocks of several processes differ by less.
 */
const GRACE_MS = 5 * 60 * 1_000;

export type FactCheck = {
  readonly facts: number;
  readonly waiting: number;
  readonly beforeLog: number;
  readonly faults: readonly LogFault[];
};

/** Compares all facts of a kind with their leaves, in both directions. */
export async function verifyFacts(
  tx: Transaction,
  sha256: Sha256,
  source: FactSource,
  marks: readonly CompletenessStatement[],
): Promise<FactCheck> {
  const faults: LogFault[] = [];
  const count = { same: 0, changed: 0, late: 0, waiting: 0, missing: 0, beforeLog: 0 };
  for await (const batch of tx.cursor(loggedFacts(tx, source), BATCH)) {
    for (const row of batch) {
      const verdict = judge(sha256, row, marks);
      count[verdict] += 1;
      const fault = faultOf(source.kind, row, verdict);
      if (fault !== null) faults.push(fault);
    }
  }
  for await (const batch of tx.cursor(leavesWithoutFact(tx, source), BATCH))
    for (const { index, fact_id: id, step } of batch)
      faults.push({ kind: 'fact_missing', index, fact: source.kind, id, step });
  return { facts: count.same + count.beforeLog, waiting: count.waiting, beforeLog: count.beforeLog, faults };
}

type Verdict = 'same' | 'changed' | 'late' | 'waiting' | 'missing' | 'beforeLog';

function judge(
  sha256: Sha256,
  { index, salt, commitment, fact, at }: LoggedFact,
  marks: readonly CompletenessStatement[],
): Verdict {
  const atMs = at.getTime();
  const lastMs = marks.at(-1)?.ms ?? -Infinity;
  if (index === null || salt === null || commitment === null) return lastMs > atMs + GRACE_MS ? 'missing' : 'waiting';
  if (!isSameHash(commitment, commitmentOf(sha256, salt, fact))) return 'changed';
  const before = markBefore(marks, index);
  if (before !== null && before.ms > claimedMs(fact, atMs) + GRACE_MS) return 'late';
  return before === null && isOlder(marks, atMs) ? 'beforeLog' : 'same';
}

/** Returns true if the fact is older than the log by more than the grace. */
const isOlder = (marks: readonly CompletenessStatement[], atMs: number): boolean =>
  (marks[0]?.ms ?? atMs) > atMs + GRACE_MS;

/** Returns the last mark before a leaf. */
function markBefore(marks: readonly CompletenessStatement[], index: number): CompletenessStatement | null {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.index ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return marks[low - 1] ?? null;
}

/**
 * Returns the time from which the content of the fact was fixed: the entry of a signal, which its row claims apart from
 * the time of its publication, or the time of the row.
 */
function claimedMs(fact: LoggedFact['fact'], atMs: number): number {
  const entryMs = fact !== null && typeof fact === 'object' && 'entry_time_ms' in fact ? fact['entry_time_ms'] : null;
  return typeof entryMs === 'number' ? Math.min(entryMs, atMs) : atMs;
}

function faultOf(fact: FactKind, { fact_id: id, step, index }: LoggedFact, verdict: Verdict): LogFault | null {
  switch (verdict) {
    case 'changed':
      return { kind: 'fact_changed', index: index ?? 0, fact, id, step };
    case 'late':
      return { kind: 'late', index: index ?? 0, fact, id, step };
    case 'missing':
      return { kind: 'leaf_missing', fact, id, step };
    case 'same':
    case 'waiting':
    case 'beforeLog':
      return null;
    default:
      return verdict;
  }
}
