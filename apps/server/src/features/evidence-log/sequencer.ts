import { commitmentOf, hashOfLeaf, SALT_BYTES, type Subtree, type TreeFrontier } from '@vigia/core/evidence-log';
import type { EpochMs, IdSource } from '@vigia/core/kernel';
import type { Cluster, LeaseHandle } from '#platform/cluster/cluster.ts';
import { nodeSha256 } from '#platform/crypto/log-key.ts';
import type { FactSource } from '#platform/evidence-log/fact-source.ts';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import { forEachNewFactBatch, type NewFact } from './facts.ts';
import { insertLeaves, type LeafRow, type LogStatement, readLogEnd, statementFact, TILE_LEVELS } from './log-rows.ts';
import { LogTree } from './log-tree.ts';

export type SequencerDeps = {
  readonly db: Database;
  readonly cluster: Pick<Cluster, 'fence'>;
  readonly ids: IdSource;
  /** Returns random bytes, for salts. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly sources: readonly FactSource[];
};

/** Options of a round. */
export type SequencerRound = {
  /** Returns true as soon as no further batch may be written. */
  readonly mustStop: () => boolean;
  /** Called after each batch. Resolves when the next batch may begin. */
  readonly rest: () => Promise<void>;
};

type Tag = { readonly tag: string; readonly leaves: number };

/**
 * Appends stored facts to the log. It reads committed rows, outside the transactions that write them, so orders and
 * settlements do not wait for it. A fact gets one leaf by a unique index, also after a crash between two batches.
 */
export class Sequencer {
  readonly #deps: SequencerDeps;
  readonly #lease: LeaseHandle;
  readonly #tree: LogTree;
  #frontier: TreeFrontier | null = null;
  #loggedMs = 0;

  constructor(deps: SequencerDeps, lease: LeaseHandle) {
    this.#deps = deps;
    this.#lease = lease;
    this.#tree = new LogTree(deps.db.sql);
  }

  /**
   * Appends all facts since a time, or some of them if the work must stop.
   * @param since null for all facts
   * @returns true if all are appended
   */
  appendNew(since: Date | null, nowMs: EpochMs, { mustStop, rest }: SequencerRound): Promise<boolean> {
    return forEachNewFactBatch(this.#deps.db, this.#deps.sources, since, async (facts) => {
      await this.#append(facts, nowMs);
      if (mustStop()) return false;
      await rest();
      return true;
    });
  }

  /** Appends a statement of the log about itself. */
  async state(statement: LogStatement, nowMs: EpochMs): Promise<void> {
    await this.#append([statementLeaf(statement)], nowMs);
  }

  /** Returns the tree as it is stored now, or its first `size` leaves. */
  async frontier(size?: number): Promise<TreeFrontier> {
    if (size !== undefined) return this.#tree.frontier(size);
    if (this.#frontier !== null) return this.#frontier;
    const end = await readLogEnd(this.#deps.db.sql);
    this.#loggedMs = end.loggedMs;
    this.#frontier = await this.#tree.frontier(end.size);
    return this.#frontier;
  }

  async #append(facts: readonly AppendedFact[], nowMs: EpochMs): Promise<void> {
    const frontier = await this.frontier();
    const batch = nowMs < this.#loggedMs ? [CLOCK_BACK, ...facts] : facts;
    // The batch changes the frontier before the commit. After a failure it is read again.
    this.#frontier = null;
    await this.#deps.db.transaction(async (tx) => {
      await this.#deps.cluster.fence(tx, this.#lease);
      const leaves = toLeaves(batch, await this.#tags(tx, facts), {
        size: frontier.size,
        loggedMs: nowMs,
        randomBytes: this.#deps.randomBytes,
      });
      const nodes: Subtree[] = [];
      for (const leaf of leaves)
        frontier.push(hashOfLeaf(nodeSha256, leaf), (subtree) => {
          if (subtree.level > 0 && subtree.level % TILE_LEVELS === 0) nodes.push(subtree);
        });
      await insertLeaves(tx, leaves, nodes);
    });
    this.#frontier = frontier;
    this.#loggedMs = nowMs;
  }

  /** Counts the new leaves of each person, and returns their tags with the counts before. */
  async #tags(tx: Transaction, facts: readonly AppendedFact[]): Promise<ReadonlyMap<string, Tag>> {
    const counts = new Map<string, number>();
    for (const { user_id: userId } of facts) if (userId !== null) counts.set(userId, (counts.get(userId) ?? 0) + 1);
    if (counts.size === 0) return new Map();
    const users = [...counts.keys()].toSorted();
    const rows = await tx<{ user_id: string; tag: string; leaves: number }[]>`
      INSERT INTO log_people AS p (user_id, tag, leaves)
      SELECT * FROM unnest(${users}::uuid[], ${users.map(() => this.#deps.ids.next())}::uuid[],
                           ${users.map((userId) => counts.get(userId) ?? 0)}::int[])
      ON CONFLICT (user_id) DO UPDATE SET leaves = p.leaves + excluded.leaves
      RETURNING user_id, tag, leaves`;
    return new Map(
      rows.map(({ user_id: userId, tag, leaves }) => [
        userId,
        { tag: tag.replaceAll('-', ''), leaves: leaves - (counts.get(userId) ?? 0) },
      ]),
    );
  }
}

type AppendedFact = Omit<NewFact, 'fact_id' | 'at'> & { readonly fact_id: string | null };

const statementLeaf = (statement: LogStatement): AppendedFact => ({
  kind: 'log',
  fact_id: null,
  step: 0,
  user_id: null,
  fact: statementFact(statement),
  statement,
});

const CLOCK_BACK = statementLeaf({ event: 'clock_back' });
const NO_SALT = new Uint8Array(0);

function toLeaves(
  facts: readonly AppendedFact[],
  tags: ReadonlyMap<string, Tag>,
  {
    size,
    loggedMs,
    randomBytes,
  }: Pick<SequencerDeps, 'randomBytes'> & { readonly size: number; readonly loggedMs: number },
): LeafRow[] {
  const counts = new Map<string, number>();
  // One call for all salts: each call to the random source costs more than the hashes of a leaf.
  const salts = randomBytes(facts.length * SALT_BYTES);
  return facts.map(({ kind, fact_id: factId, step, user_id: userId, fact, statement }, place) => {
    const person = userId === null ? undefined : tags.get(userId);
    const tagSeq = person === undefined ? 0 : (counts.get(person.tag) ?? person.leaves) + 1;
    if (person !== undefined) counts.set(person.tag, tagSeq);
    const salt = statement === null ? salts.subarray(place * SALT_BYTES, (place + 1) * SALT_BYTES) : NO_SALT;
    const commitment = commitmentOf(nodeSha256, salt, fact);
    const tag = person?.tag ?? null;
    return { index: size + place, kind, tag, tagSeq, loggedMs, commitment, factId, step, salt, statement };
  });
}
