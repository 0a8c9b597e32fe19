import { type Clock, canonicalJson } from '@vigia/core/kernel';
import type { AutomationKind } from '@vigia/core/vocabulary';
import type { PostCommitPublisher } from '#platform/bus/post-commit-publisher.ts';
import type { OwnedShards } from '#platform/cluster/owned-shards.ts';
import { type Shard, shardOf } from '#platform/cluster/shards.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database, Transaction } from '#platform/persistence/database.ts';
import type { WorkQueue } from '#platform/work/work-queue.ts';
import type { DecidedEntry, JournalListener, JournalSignal, StoredEntry, UndecidedSignal } from './entries.ts';
import {
  type ChainEnd,
  findChainEnds,
  findDecidedSince,
  findStoredSignals,
  findUndecided,
  insertOutcomes,
  insertSignals,
  type SealedRow,
} from './journal-tables.ts';
import { sealText } from './seal.ts';
import { SIGNALS_SEALED } from './sealed-signals.ts';
import type { QueuedEntry } from './signal-queue.ts';

/**
 * After a take-over, writes of the previous lease holder up to this age (ms) are published again, because that process
 * may not have published them. It is longer than any take-over lasts.
 */
const REPUBLISH_SPAN_MS = 30_000;

export type WriterDeps = {
  readonly db: Database;
  readonly work: Pick<WorkQueue, 'add'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publisher: Pick<PostCommitPublisher, 'publish'>;
  /** The shards whose signals this process may write. */
  readonly owned: Pick<OwnedShards, 'transaction'>;
};
/** The columns that the database adds to an entry. */
type StoredFields = Omit<StoredEntry, keyof JournalSignal>;
type NewSignal = { readonly id: string; readonly entry: JournalSignal };
/** The user of a setup or strategy, and the ids of its stored signals without an outcome, by entry time. */
type Undecided = { readonly userId: string | null; readonly ids: Map<number, string> };

/** Writes batches of the journal and publishes them. Caches the chain ends and the signals without an outcome. */
export class JournalWriter {
  readonly #deps: WriterDeps;
  readonly #kind: AutomationKind;
  readonly #listener: JournalListener;
  /**
   * Chain ends by setup or strategy. They stay valid while every write succeeds, because no other process writes here.
   */
  readonly #ends = new Map<string, ChainEnd>();
  /** Signals without an outcome by setup or strategy, each of which has at most one signal per candle. */
  readonly #undecided = new Map<string, Undecided>();

  constructor(deps: WriterDeps, kind: AutomationKind, listener: JournalListener) {
    this.#deps = deps;
    this.#kind = kind;
    this.#listener = listener;
  }

  /** Reads the signals of these shards that have no outcome, and publishes recently written signals again. */
  async load(shards: readonly Shard[]): Promise<readonly UndecidedSignal[]> {
    const { db, clock, publisher } = this.#deps;
    const sinceMs = clock.now() - REPUBLISH_SPAN_MS;
    const rows = await findUndecided(db.sql, this.#kind, shards);
    const decided = await findDecidedSince(db.sql, this.#kind, shards, sinceMs);
    const sealed = rows.filter(({ entry_time_ms }) => entry_time_ms >= sinceMs).map(({ id }) => id);
    if (sealed.length + decided.length > 0)
      publisher.publish(() => this.#listener.onTakenOver?.([...sealed, ...decided]));
    for (const { id, owner_id: ownerId, user_id: userId, entry_time_ms: entryTimeMs } of rows)
      this.#expect({ ownerId, userId, entryTimeMs }, id);
    return rows.map((row) => ({
      signalId: row.id,
      ownerId: row.owner_id,
      userId: row.user_id,
      version: row.version,
      entryTimeMs: row.entry_time_ms,
      expirationMs: row.expiration_ms,
      body: row.body,
    }));
  }

  awaitsOutcome(ownerId: string, entryTimeMs: number): boolean {
    return this.#undecided.get(ownerId)?.ids.has(entryTimeMs) ?? false;
  }

  /** Drops the cached data of these shards, because another process takes them over. */
  release(shards: readonly Shard[]): void {
    this.#ends.clear();
    for (const [ownerId, { userId }] of this.#undecided)
      if (shards.includes(shardOf(userId))) this.#undecided.delete(ownerId);
  }

  /** Drops the cached chain ends of a failed batch, which may or may not be stored. They are then read again. */
  forget(batch: readonly QueuedEntry[]): void {
    for (const queued of batch) if (queued.kind === 'signal') this.#ends.delete(queued.entry.ownerId);
  }

  /**
   * Writes a batch. Rows that are already stored do not change: the response to an earlier attempt may have been lost.
   */
  async write(batch: readonly QueuedEntry[]): Promise<void> {
    const outcomes = batch.flatMap((queued) => (queued.kind === 'outcome' ? this.#decided(queued.outcome) : []));
    const signals = batch.flatMap((queued) => (queued.kind === 'signal' ? [queued] : []));
    // Signals are written first, because auto-trading waits for them. Outcomes that are lost here are found at the next
    // start.
    if (signals.length > 0) await this.#writeSignals(signals);
    if (outcomes.length > 0) await this.#writeOutcomes(outcomes);
  }

  #decided(outcome: Omit<DecidedEntry, 'signalId'>): DecidedEntry[] {
    const signalId = this.#undecided.get(outcome.ownerId)?.ids.get(outcome.entryTimeMs);
    return signalId === undefined ? [] : [{ ...outcome, signalId }];
  }

  async #writeOutcomes(decided: readonly DecidedEntry[]): Promise<void> {
    const decidedAt = new Date(this.#deps.clock.now());
    await this.#asOwner(decided, (tx) => insertOutcomes(tx, this.#kind, decided, decidedAt));
    for (const { ownerId, entryTimeMs } of decided) this.#forgetUndecided(ownerId, entryTimeMs);
    this.#deps.publisher.publish(() => this.#listener.onDecided?.(decided));
  }

  async #writeSignals(signals: readonly NewSignal[]): Promise<void> {
    const publishedAtMs = this.#deps.clock.now();
    await this.#learnEnds(signals);
    const rows = signals.map((signal) => this.#sealed(signal));
    const inserted = await this.#asOwner(
      signals.map(({ entry }) => entry),
      (tx) => insertSignals(tx, this.#kind, rows, new Date(publishedAtMs)),
    );
    // A row that was not stored now was stored before, or its candle already has another signal.
    const places = await this.#keptBefore(rows, inserted);
    for (const { id, ownerId, seq, hash } of rows) {
      if (inserted.has(id)) places.set(id, { id, seq, hash, publishedAtMs });
      this.#endAt(ownerId, inserted.has(id) ? { seq, hash } : null);
    }
    const stored: StoredEntry[] = signals.flatMap(({ id, entry }) => {
      const place = places.get(id);
      return place === undefined ? [] : [{ ...entry, ...place }];
    });
    for (const entry of stored) this.#expect(entry, entry.id);
    this.#announce(stored);
  }

  /**
   * Runs a write in a transaction that checks that this process owns the shards of these users.
   * @throws LeaseLostError if another process now owns one of these shards
   */
  #asOwner<Written>(
    entries: readonly { readonly userId: string | null }[],
    write: (tx: Transaction) => Promise<Written>,
  ): Promise<Written> {
    return this.#deps.owned.transaction(
      entries.map(({ userId }) => userId),
      write,
    );
  }

  async #keptBefore(rows: readonly SealedRow[], inserted: ReadonlySet<string>): Promise<Map<string, StoredFields>> {
    const places = new Map<string, StoredFields>();
    const missing = rows.filter(({ id }) => !inserted.has(id)).map(({ id }) => id);
    if (missing.length === 0) return places;
    for (const { id, seq, hash, published_at } of await findStoredSignals(this.#deps.db.sql, this.#kind, missing))
      places.set(id, { id, seq, hash, publishedAtMs: published_at.getTime() });
    return places;
  }

  async #learnEnds(signals: readonly NewSignal[]): Promise<void> {
    const unknown = signals.map(({ entry }) => entry.ownerId).filter((ownerId) => !this.#ends.has(ownerId));
    if (unknown.length === 0) return;
    for (const [ownerId, end] of await findChainEnds(this.#deps.db.sql, this.#kind, unknown))
      this.#ends.set(ownerId, end);
  }

  #sealed({ id, entry }: NewSignal): SealedRow {
    const end = this.#ends.get(entry.ownerId);
    if (end === undefined) throw new Error(`the end of the chain of ${entry.ownerId} is not known`);
    const bodyText = canonicalJson(entry.body);
    const { ownerId, version, candleTime, entryTimeMs, expirationMs } = entry;
    const hash = sealText(end.hash, bodyText);
    const place = { seq: end.seq + 1, previousHash: end.hash, hash };
    return { id, ownerId, version, candleTime, entryTimeMs, expirationMs, bodyText, ...place };
  }

  #endAt(ownerId: string, end: ChainEnd | null): void {
    if (end === null) this.#ends.delete(ownerId);
    else this.#ends.set(ownerId, end);
  }

  #expect(
    { ownerId, userId, entryTimeMs }: Pick<JournalSignal, 'ownerId' | 'userId' | 'entryTimeMs'>,
    id: string,
  ): void {
    const ofOwner = this.#undecided.get(ownerId) ?? { userId, ids: new Map<number, string>() };
    ofOwner.ids.set(entryTimeMs, id);
    this.#undecided.set(ownerId, ofOwner);
  }

  #forgetUndecided(ownerId: string, entryTimeMs: number): void {
    const ids = this.#undecided.get(ownerId)?.ids;
    ids?.delete(entryTimeMs);
    if (ids?.size === 0) this.#undecided.delete(ownerId);
  }

  #announce(stored: readonly StoredEntry[]): void {
    for (const [shard, signalIds] of tradable(stored)) this.#deps.work.add(SIGNALS_SEALED, shard, { signalIds });
    this.#deps.publisher.publish(() => this.#listener.onStored?.(stored));
  }
}

/**
 * Returns the ids of the signals that may be traded, grouped by the shard of their user. Built-in setups never trade.
 */
function tradable(stored: readonly StoredEntry[]): ReadonlyMap<Shard, string[]> {
  const byShard = new Map<Shard, string[]>();
  for (const { userId, id } of stored) {
    if (userId === null) continue;
    const shard = shardOf(userId);
    const ids = byShard.get(shard) ?? [];
    byShard.set(shard, ids);
    ids.push(id);
  }
  return byShard;
}
