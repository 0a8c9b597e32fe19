import { type Json } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { SHARDS, type Shard, shardOf } from '#platform/cluster/shards.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import type { DecidedEntry, JournalListener, JournalSignal, OutcomeEntry, StoredEntry } from './entries.ts';
import { type JournalDeps, SignalJournal } from './journal.ts';
import { chainHashOf, GENESIS_HASH } from './seal.ts';
import { SIGNALS_SEALED } from './sealed-signals.ts';

const START_MS = Date.parse('2026-11-18T00:00:00.000Z');
const MINUTE_MS = 60_000;
const log = pino({ level: 'silent' });

/** Returns a user id. Different owner numbers get user ids in different shards. */
const userOf = (owner: number): string => `00000000-0000-4000-8000-00000000000${(owner % SHARDS.length).toString(16)}`;
const setupId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function signalAt(minute: number, owner = 1): JournalSignal {
  const entryTimeMs = START_MS + minute * MINUTE_MS;
  return {
    ownerId: setupId(owner),
    ownerName: `Setup ${owner}`,
    version: 1,
    userId: userOf(owner),
    symbol: 'EURUSD',
    direction: 'PUT',
    candleTime: entryTimeMs / 1_000 - 60,
    entryTimeMs,
    expirationMs: entryTimeMs + 3 * MINUTE_MS,
    body: { rule_version: 2, setup_id: setupId(owner), entry_time_ms: entryTimeMs, price: 1.000_000_1, inputs: null },
  };
}

const outcomeOf = ({ ownerId, userId, entryTimeMs }: JournalSignal): OutcomeEntry => ({
  ownerId,
  userId,
  entryTimeMs,
  outcome: 'won',
  settlePrice: 1.6,
});

/** A database whose SQL statements all fail while `fault` is set, or that loses the response to a commit. */
class FailingDatabase {
  fault: Error | null = null;
  losesAnswers = false;
  /** SQL statements with this text among their values fail; null if none must fail. */
  refuses: string | null = null;
  attempts = 0;
  statements = 0;
  readonly db: Database;

  constructor(whole: Database) {
    const sql = this.#failing(whole.sql);
    this.db = {
      ...whole,
      sql,
      transaction: async (work, mode) => {
        const done = await whole.transaction((tx) => work(this.#failing(tx)), mode);
        if (this.fault === null) return done;
        this.attempts += 1;
        throw this.fault;
      },
    };
  }

  #failing<S extends Sql>(sql: S): S {
    return new Proxy(sql, {
      apply: (target, self, args) => {
        if (typeof args[0] === 'string') return Reflect.apply(target, self, args);
        this.statements += 1;
        if (this.refuses !== null && JSON.stringify(args).includes(this.refuses))
          return Promise.reject(faultOf('23514'));
        if (this.fault === null || this.losesAnswers) return Reflect.apply(target, self, args);
        this.attempts += 1;
        return Promise.reject(this.fault);
      },
    });
  }
}

const faultOf = (code: string): Error => Object.assign(new Error(code), { code });
const AWAY = faultOf('57P01');

let database: TestDatabase;
let failing: FailingDatabase;
let clock: ManualClock;
/** Ids of the signals that were queued for auto-trading. */
let sealed: string[];
/** Shards that another process owns now. */
let lost: Set<Shard>;
let stored: StoredEntry[][];
let decided: DecidedEntry[][];
/** Ids of the signals that were published again. */
let takenOver: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  failing = new FailingDatabase(database.db);
  clock = new ManualClock(START_MS);
  [sealed, stored, decided, takenOver, lost] = [[], [], [], [], new Set()];
  await database.db.sql`
    INSERT INTO pcr_setups (id, name, asset, timeframe, is_active, definition, anchor_time, live_since, created_at,
      updated_at)
    SELECT id, 'Prueba', 'EURUSD', '1m', true, '{}', 0, now(), now(), now()
    FROM unnest(${Array.from({ length: 1_001 }, (_, number) => setupId(number))}::uuid[]) AS t (id)`;
});
afterEach(() => database.close());

function journalOf(other: JournalListener = {}): SignalJournal {
  const work: JournalDeps['work'] = {
    add: ({ name }, _shard, message) => {
      if (name === SIGNALS_SEALED.name) sealed.push(...(message as { signalIds: string[] }).signalIds);
    },
  };
  const owned: JournalDeps['owned'] = {
    transaction: (userIds, write) =>
      failing.db.transaction(async (tx) => {
        for (const userId of userIds) if (lost.has(shardOf(userId))) throw new LeaseLostError(`pcr.${shardOf(userId)}`);
        return write(tx);
      }),
  };
  const listener = {
    onStored: (batch: readonly StoredEntry[]) => void stored.push([...batch]),
    onDecided: (batch: readonly DecidedEntry[]) => void decided.push([...batch]),
    onTakenOver: (ids: readonly string[]) => void takenOver.push(...ids),
    ...other,
  };
  return new SignalJournal({ db: failing.db, work, owned, clock, ids: randomIds, log }, 'pcr', listener);
}

const rows = async () =>
  await database.db.sql<{ entry_time_ms: number; outcome: string | null; seq: number }[]>`
    SELECT entry_time_ms, outcome, seq FROM pcr_signals s
    LEFT JOIN pcr_signal_outcomes o ON o.signal_id = s.id ORDER BY setup_id, seq`;
const entries = async () => (await rows()).map((row) => (row.entry_time_ms - START_MS) / MINUTE_MS);
const failedOnce = () => vi.waitFor(() => expect(failing.attempts).toBe(1));

async function chainFaults(): Promise<string[]> {
  const chains = await database.db.sql<
    { setup_id: string; seq: number; body: Json; previous_hash: string; hash: string }[]
  >`SELECT setup_id, seq, body, previous_hash, hash FROM pcr_signals ORDER BY setup_id, seq`;
  const last = new Map<string, { seq: number; hash: string }>();
  return chains.flatMap(({ setup_id, seq, body, previous_hash, hash }) => {
    const before = last.get(setup_id) ?? { seq: 0, hash: GENESIS_HASH };
    last.set(setup_id, { seq, hash });
    const isWhole =
      seq === before.seq + 1 && previous_hash === before.hash && chainHashOf(previous_hash, body) === hash;
    return isWhole ? [] : [`${setup_id} ${seq}`];
  });
}

describe('SignalJournal', () => {
  it('publishes stored signals once the database is available again', async () => {
    let refusals = 0;
    const onStored = async (batch: readonly StoredEntry[]): Promise<void> => {
      refusals += 1;
      if (refusals <= 2) throw AWAY;
      stored.push([...batch]);
    };
    const journal = journalOf({ onStored });
    journal.publish(signalAt(1));
    await journal.drained();
    expect([await entries(), stored]).toEqual([[1], []]);
    journal.publish(signalAt(2));
    await journal.drained();
    expect([await entries(), stored]).toEqual([[1, 2], []]);
    for (let second = 1; second <= 2; second += 1) {
      clock.advance(1_000);
      await journal.drained();
    }
    expect(stored.flat().map(({ entryTimeMs }) => (entryTimeMs - START_MS) / MINUTE_MS)).toEqual([1, 2]);
  });

  it('publishes again the signals that the previous lease holder of the shard stored or settled shortly before', async () => {
    const before = journalOf();
    await before.load(SHARDS);
    before.publish(signalAt(-9, 1));
    before.publish(signalAt(-9, 2));
    await before.drained();
    before.settle(outcomeOf(signalAt(-9, 1)));
    await before.drained();
    clock.advance(60_000);
    before.publish(signalAt(1, 3));
    before.settle(outcomeOf(signalAt(-9, 2)));
    await before.drained();
    const [, , fresh] = stored.flat();
    const [, late] = decided.flat();
    const after = journalOf();
    await after.load(SHARDS);
    await after.drained();
    expect(takenOver.toSorted()).toEqual([fresh?.id, late?.signalId].toSorted());
  });

  it('writes all queued entries before it stops', async () => {
    const journal = journalOf();
    for (const minute of [1, 2, 3]) journal.publish(signalAt(minute));
    await journal.stop();
    expect(await entries()).toEqual([1, 2, 3]);
    expect(failing.statements).toBe(4);
    expect(await chainFaults()).toEqual([]);
  });

  it('reads the end of a hash chain again after another process has continued the chain', async () => {
    const journal = journalOf();
    const other = journalOf();
    for (const [minute, writer] of [journal, other, journal, journal].entries()) {
      writer.publish(signalAt(minute + 1));
      await writer.drained();
    }
    expect(await entries()).toEqual([1, 2, 4]);
    expect(await chainFaults()).toEqual([]);
  });

  it('writes the signals of a thousand setups in a few statements, and publishes each once it is stored', async () => {
    const journal = journalOf();
    const found = Array.from({ length: 1_000 }, (_, owner) => signalAt(1, owner));
    for (const entry of found) journal.publish(entry);
    expect(sealed).toEqual([]);
    await journal.drained();
    expect(failing.statements).toBeLessThanOrEqual(3);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.map(({ ownerId }) => ownerId)).toEqual(found.map(({ ownerId }) => ownerId));
    expect(sealed.toSorted()).toEqual(stored[0]?.map(({ id }) => id).toSorted());
    for (const entry of found) journal.settle(outcomeOf(entry));
    await journal.drained();
    expect(failing.statements).toBeLessThanOrEqual(4);
    expect(decided.flat()).toHaveLength(1_000);
    for (const entry of found) journal.publish({ ...signalAt(2, 0), ownerId: entry.ownerId });
    await journal.drained();
    expect(await chainFaults()).toEqual([]);
    expect(await rows()).toHaveLength(2_000);
  });

  it('stores only one of two signals for a candle, and chains the next signal to the stored one', async () => {
    const journal = journalOf();
    for (const minute of [1, 1, 2]) journal.publish(signalAt(minute));
    await journal.stop();
    expect(await entries()).toEqual([1, 2]);
    expect(sealed).toHaveLength(2);
    expect(await chainFaults()).toEqual([]);
  });

  it('publishes a signal once if its insert succeeds but the response is lost', async () => {
    const journal = journalOf();
    journal.publish(signalAt(1));
    await journal.drained();
    [failing.fault, failing.losesAnswers] = [AWAY, true];
    journal.publish(signalAt(2));
    await failedOnce();
    failing.fault = null;
    await vi.waitFor(async () => {
      clock.advance(1_000);
      expect(sealed).toHaveLength(2);
    });
    journal.publish(signalAt(3));
    await journal.stop();
    expect(await entries()).toEqual([1, 2, 3]);
    expect(sealed).toHaveLength(3);
    expect(stored.flat().map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await chainFaults()).toEqual([]);
  });

  it('continues the hash chain that another journal has written', async () => {
    const before = journalOf();
    before.publish(signalAt(1));
    await before.stop();
    const after = journalOf();
    after.publish(signalAt(2));
    await after.stop();
    expect(await rows()).toMatchObject([{ seq: 1 }, { seq: 2 }]);
    expect(await chainFaults()).toEqual([]);
  });

  it('retries while the database is unavailable', async () => {
    const journal = journalOf();
    failing.fault = AWAY;
    journal.publish(signalAt(1));
    await failedOnce();
    expect(journal.waiting).toBe(1);
    failing.fault = null;
    await vi.waitFor(async () => {
      clock.advance(1_000);
      expect(await entries()).toEqual([1]);
    });
    await journal.stop();
    expect(journal.waiting).toBe(0);
  });

  it('retries once more if it is stopped while it waits for a retry', async () => {
    const journal = journalOf();
    failing.fault = AWAY;
    journal.publish(signalAt(1));
    await failedOnce();
    failing.fault = null;
    await journal.stop();
    expect(await entries()).toEqual([1]);
  });

  it('stops after one failed retry if the database stays unavailable, whatever the number of queued entries', async () => {
    const journal = journalOf();
    failing.fault = AWAY;
    for (const minute of [1, 2, 3]) journal.publish(signalAt(minute));
    await failedOnce();
    await journal.stop();
    expect(failing.attempts).toBe(2);
  });

  it('skips an entry that the database refuses, and stores the other entries of the batch', async () => {
    const journal = journalOf();
    failing.refuses = setupId(2);
    for (const owner of [1, 2, 3]) journal.publish(signalAt(1, owner));
    await journal.drained();
    failing.refuses = null;
    for (const owner of [1, 2, 3]) journal.publish(signalAt(2, owner));
    await journal.drained();
    expect(await entries()).toEqual([1, 2, 2, 1, 2]);
    expect(await chainFaults()).toEqual([]);
    await journal.stop();
  });

  it('stores the outcome of a signal even if a second signal for its candle is refused', async () => {
    const journal = journalOf();
    for (const minute of [1, 1]) journal.publish(signalAt(minute));
    journal.settle(outcomeOf(signalAt(1)));
    await journal.stop();
    expect(await rows()).toMatchObject([{ outcome: 'won' }]);
  });

  it('loads the signals without an outcome after a restart, and keeps the first outcome', async () => {
    const before = journalOf();
    for (const minute of [1, 2]) before.publish(signalAt(minute));
    before.settle(outcomeOf(signalAt(1)));
    await before.stop();
    const after = journalOf();
    expect((await after.load(SHARDS)).map(({ entryTimeMs }) => entryTimeMs)).toEqual([START_MS + 2 * MINUTE_MS]);
    expect(after.awaitsOutcome(setupId(1), START_MS + MINUTE_MS)).toBe(false);
    after.settle({ ...outcomeOf(signalAt(1)), outcome: 'lost' });
    after.settle(outcomeOf(signalAt(2)));
    after.settle({ ...outcomeOf(signalAt(2)), outcome: 'lost' });
    await after.stop();
    expect(await rows()).toMatchObject([{ outcome: 'won' }, { outcome: 'won' }]);
  });

  it('ignores the outcome of a signal that was never published', async () => {
    const journal = journalOf();
    journal.settle(outcomeOf(signalAt(1)));
    await journal.stop();
    expect(decided.flat()).toEqual([]);
  });

  it('queues signals for auto-trading in the shard of their user, except those of built-in setups', async () => {
    const journal = journalOf();
    journal.publish(signalAt(1));
    journal.publish({ ...signalAt(1, 2), userId: null });
    await journal.stop();
    expect(stored.flat()).toHaveLength(2);
    expect(sealed).toEqual(stored.flat().flatMap(({ id, userId }) => (userId === null ? [] : [id])));
  });

  it('neither stores nor publishes signals of a lost shard, and stores signals of its other shards', async () => {
    const journal = journalOf();
    lost.add(shardOf(userOf(2)));
    for (const owner of [1, 2, 3, 18]) journal.publish(signalAt(1, owner));
    await journal.drained();
    expect(stored.flat().map(({ ownerId }) => ownerId)).toEqual([setupId(1), setupId(3)]);
    expect(await rows()).toHaveLength(2);
    journal.settle(outcomeOf(signalAt(1)));
    await journal.stop();
    expect(await rows()).toMatchObject([{ outcome: 'won' }, { outcome: null }]);
    expect(journal.waiting).toBe(0);
  });

  it('continues the chain after rows that another process wrote, once it owns a released shard again', async () => {
    const [journal, other] = [journalOf(), journalOf()];
    journal.publish(signalAt(1));
    await journal.release([shardOf(userOf(1))]);
    expect(await entries()).toEqual([1]);
    expect(journal.awaitsOutcome(setupId(1), START_MS + MINUTE_MS)).toBe(false);
    other.publish(signalAt(2));
    await other.drained();
    journal.publish(signalAt(3));
    await journal.stop();
    expect(await entries()).toEqual([1, 2, 3]);
    expect(await chainFaults()).toEqual([]);
  });
});
