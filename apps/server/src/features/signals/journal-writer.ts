import type { Clock } from '@vigia/core/kernel';
import type { AutomationKind } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { DecidedEntry, JournalListener, SignalEntry, StoredEntry, UndecidedSignal } from './entries.ts';
import {
  type ChainEnd,
  findChainEnds,
  findKept,
  findUndecided,
  insertOutcomes,
  insertSignals,
  type SealedRow,
} from './journal-tables.ts';
import { canonicalJson, sealText } from './seal.ts';
import type { Queued } from './signal-queue.ts';
import { SIGNAL_SEALED } from './topics.ts';

type WriterDeps = { readonly db: Database; readonly bus: Bus; readonly clock: Clock; readonly log: Logger };
/** What the database added to an entry. */
type Place = Omit<StoredEntry, keyof SignalEntry>;
type NewSignal = { readonly id: string; readonly entry: SignalEntry };

/** Writes batches of the journal and tells of them; keeps the ends of the chains and what is undecided at hand. */
export class JournalWriter {
  readonly #deps: WriterDeps;
  readonly #kind: AutomationKind;
  readonly #listener: JournalListener;
  /** Known as long as every write has gone well: nobody else writes these chains. */
  readonly #ends = new Map<string, ChainEnd>();
  /** Ids of stored signals without an outcome, by owner and entry time: an owner has at most one signal a candle. */
  readonly #undecided = new Map<string, Map<number, string>>();

  constructor(deps: WriterDeps, kind: AutomationKind, listener: JournalListener) {
    this.#deps = deps;
    this.#kind = kind;
    this.#listener = listener;
  }

  async load(): Promise<readonly UndecidedSignal[]> {
    const rows = await findUndecided(this.#deps.db.sql, this.#kind);
    for (const { id, owner_id, entry_time_ms } of rows) this.#expect(owner_id, entry_time_ms, id);
    return rows.map((row) => ({
      signalId: row.id,
      ownerId: row.owner_id,
      version: row.version,
      entryTimeMs: row.entry_time_ms,
      expirationMs: row.expiration_ms,
      body: row.body,
    }));
  }

  awaits(ownerId: string, entryTimeMs: number): boolean {
    return this.#undecided.get(ownerId)?.has(entryTimeMs) ?? false;
  }

  /** After a failure nobody knows what of the batch is stored: the ends of its chains are read anew. */
  forget(batch: readonly Queued[]): void {
    for (const queued of batch) if (queued.kind === 'signal') this.#ends.delete(queued.entry.ownerId);
  }

  /** Changes nothing that is there already: an answer may have been lost. */
  async write(batch: readonly Queued[]): Promise<void> {
    const outcomes = batch.flatMap((queued) => (queued.kind === 'outcome' ? this.#decided(queued.outcome) : []));
    const signals = batch.flatMap((queued) => (queued.kind === 'signal' ? [queued] : []));
    // Whoever trades waits for the signals. An outcome lost here is found missing at the next start.
    if (signals.length > 0) await this.#writeSignals(signals);
    if (outcomes.length > 0) await this.#writeOutcomes(outcomes);
  }

  #decided(outcome: Omit<DecidedEntry, 'signalId'>): DecidedEntry[] {
    const signalId = this.#undecided.get(outcome.ownerId)?.get(outcome.entryTimeMs);
    return signalId === undefined ? [] : [{ ...outcome, signalId }];
  }

  async #writeOutcomes(decided: readonly DecidedEntry[]): Promise<void> {
    const { db, clock } = this.#deps;
    await insertOutcomes(db.sql, this.#kind, decided, new Date(clock.now()));
    for (const { ownerId, entryTimeMs } of decided) this.#forgetUndecided(ownerId, entryTimeMs);
    await this.#tell(() => this.#listener.onDecided?.(decided));
  }

  async #writeSignals(signals: readonly NewSignal[]): Promise<void> {
    const { db, clock } = this.#deps;
    const publishedAtMs = clock.now();
    await this.#learnEnds(signals);
    const rows = signals.map((signal) => this.#sealed(signal));
    const inserted = await insertSignals(db.sql, this.#kind, rows, new Date(publishedAtMs));
    // Of what was not stored now, some are there already; of the others, their candle had a signal.
    const places = await this.#keptBefore(rows, inserted);
    for (const { id, ownerId, seq, hash } of rows) {
      if (inserted.has(id)) places.set(id, { id, seq, hash, publishedAtMs });
      this.#endAt(ownerId, inserted.has(id) ? { seq, hash } : null);
    }
    const stored: StoredEntry[] = signals.flatMap(({ id, entry }) => {
      const place = places.get(id);
      return place === undefined ? [] : [{ ...entry, ...place }];
    });
    for (const { ownerId, entryTimeMs, id } of stored) this.#expect(ownerId, entryTimeMs, id);
    await this.#announce(stored);
  }

  async #keptBefore(rows: readonly SealedRow[], inserted: ReadonlySet<string>): Promise<Map<string, Place>> {
    const places = new Map<string, Place>();
    const missing = rows.filter(({ id }) => !inserted.has(id)).map(({ id }) => id);
    if (missing.length === 0) return places;
    for (const { id, seq, hash, published_at } of await findKept(this.#deps.db.sql, this.#kind, missing))
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

  #expect(ownerId: string, entryTimeMs: number, id: string): void {
    const ofOwner = this.#undecided.get(ownerId) ?? new Map<number, string>();
    this.#undecided.set(ownerId, ofOwner.set(entryTimeMs, id));
  }

  #forgetUndecided(ownerId: string, entryTimeMs: number): void {
    const ofOwner = this.#undecided.get(ownerId);
    ofOwner?.delete(entryTimeMs);
    if (ofOwner?.size === 0) this.#undecided.delete(ownerId);
  }

  async #announce(stored: readonly StoredEntry[]): Promise<void> {
    for (const entry of stored) {
      this.#deps.bus.publish(SIGNAL_SEALED, {
        automation: this.#kind,
        automationId: entry.ownerId,
        userId: entry.userId,
        signalId: entry.id,
        symbol: entry.symbol,
        direction: entry.direction,
        entryTimeMs: entry.entryTimeMs,
        expiryMinutes: (entry.expirationMs - entry.entryTimeMs) / 60_000,
      });
    }
    await this.#tell(() => this.#listener.onStored?.(stored));
  }

  /** What is written is written: a listener's fault must not have it written again. */
  async #tell(tell: () => void | Promise<void>): Promise<void> {
    try {
      await tell();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'signal journal could not tell what it has written');
    }
  }
}
