import assert from 'node:assert/strict';
import {
  CaseTally,
  ManualClock,
  minimumCount,
  propertyRuns,
  propertyTimeoutMs,
  stopsAtFirstFailure,
} from '@vigia/testkit';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { writeLimits } from '../accounts/limits/testing.ts';
import { settleDueTrades } from './settle-due-trades.ts';
import { actorOf, createTradingWorld } from './testing.ts';
import { checkInvariants, type EndedStatuses } from './testing-invariants.ts';
import { createTrading, type Trading } from './trading.ts';

const PEOPLE = 3;
/** Daily loss limit of the first user: three lost stakes of 10. */
const DAILY_LOSS_LIMIT_MINOR = 3_000;

const person = fc.nat({ max: PEOPLE - 1 });
const anOrder = fc.record({
  person,
  key: fc.option(fc.nat({ max: 3 }), { freq: 3 }),
  amount: fc.constantFrom(10, 10, 25.5, 400, 6_000),
  direction: fc.constantFrom('CALL' as const, 'PUT' as const),
  duration: fc.constantFrom(1, 2),
});
/** A fault and where it happens: at a write to a table, at the commit, or between the commit and its response. */
const fault = fc.record({
  point: fc.constantFrom('trades', 'trade_events', 'ledger_transfers', 'idempotency_keys', 'commit', 'answer'),
  how: fc.constantFrom('error', 'terminate'),
});
const maybeFault = fc.option(fault, { freq: 2 });
const commands = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      orders: fc.array(anOrder, { minLength: 1, maxLength: 5 }),
      fault: maybeFault,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('tick' as const),
      afterMs: fc.integer({ min: 100, max: 45_000 }),
      price: fc.constantFrom(1.09, 1.1, 1.11),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('silence' as const), ms: fc.integer({ min: 60_000, max: 150_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      workers: fc.integer({ min: 1, max: 3 }),
      fault: maybeFault,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('crash' as const), underWay: fc.array(anOrder, { maxLength: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('reset' as const),
      person,
      balance: fc.constantFrom(1, 500, 10_000),
      fault: maybeFault,
    }),
  },
);
type Command = typeof commands extends fc.Arbitrary<infer Value> ? Value : never;
type Fault = { readonly point: string; readonly how: string };
type AnyOrder = typeof anOrder extends fc.Arbitrary<infer Value> ? Value : never;

let database: TestDatabase;

/** Database triggers raise the faults, so that each fault hits its own statement, independent of concurrent work. */
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
  const tables = ['trades', 'trade_events', 'ledger_transfers', 'idempotency_keys'];
  await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) =>
    sql.unsafe(`
      CREATE TABLE armed (point text, how text);
      GRANT SELECT, INSERT, DELETE ON armed TO vigia_app;
      CREATE FUNCTION strike() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE armed_how text := (SELECT how FROM armed WHERE point = TG_ARGV[0]);
      BEGIN
        IF armed_how = 'terminate' THEN PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(5); END IF;
        IF armed_how = 'error' THEN RAISE EXCEPTION 'struck at %', TG_ARGV[0]; END IF;
        RETURN NULL;
      END $$;
      ${tables.map((table) => `CREATE TRIGGER strike AFTER INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION strike('${table}');`).join('\n')}
      CREATE CONSTRAINT TRIGGER strike_commit AFTER INSERT ON ledger_transfers DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION strike('commit')`),
  );
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.sql`DELETE FROM auth_users`;
});

/** A server that can crash. The next server finds only the contents of the database. */
class Series {
  readonly #world = createTradingWorld(database);
  readonly #people: string[] = [];
  /**
   * First response to each idempotency key, by user id and key. Every later response to the same key must equal it. A
   * response that a fault has lost is not recorded; a late response of a crashed server is.
   */
  readonly #answers = new Map<string, string>();
  readonly #acknowledged = new Set<string>();
  #clock = this.#world.clock;
  #trading = this.#newTrading();
  #loseAnswers = false;
  #ended: EndedStatuses = new Map();

  async open(): Promise<void> {
    for (let count = 0; count < PEOPLE; count += 1) this.#people.push(await this.#world.newUser());
    await writeLimits(database.db.sql, this.#people[0] ?? '', { daily_loss_limit_minor: DAILY_LOSS_LIMIT_MINOR });
  }

  async run(command: Command): Promise<void> {
    switch (command.do) {
      case 'place':
        return this.#under(command.fault, () => this.#place(command.orders));
      case 'tick':
        this.#clock.advance(command.afterMs);
        return this.#world.market.tick(this.#clock.now(), command.price);
      case 'silence':
        return this.#clock.advance(command.ms);
      case 'settle':
        return this.#under(command.fault, () => this.#settle(command.workers));
      case 'crash':
        return this.#crash(command.underWay);
      case 'reset':
        return this.#under(command.fault, () =>
          this.#trading.orders.resetMock(this.#people[command.person] ?? '', { balance: command.balance }),
        );
    }
  }

  async check(): Promise<number> {
    const { ended, active, ids } = await checkInvariants(database.db.sql, this.#ended);
    this.#ended = ended;
    assert.deepEqual(
      [...this.#acknowledged].filter((id) => !ids.has(id)),
      [],
      'what was acknowledged is there',
    );
    return active;
  }

  /** Lets every trade expire and restarts the server, which settles the remaining trades. */
  async finish(reached: CaseTally): Promise<void> {
    this.#clock.advance(10 * 60_000);
    await this.#crash([]);
    assert.equal(await this.check(), 0, 'trades without an end');
    for (const how of this.#ended.values()) reached.add(how.replace(/ .*/, ''));
  }

  async #under(armed: Fault | null, work: () => Promise<unknown>): Promise<void> {
    this.#loseAnswers = armed?.point === 'answer';
    if (armed) await database.db.sql`INSERT INTO armed (point, how) VALUES (${armed.point}, ${armed.how})`;
    const [outcome] = await Promise.allSettled([work()]);
    this.#loseAnswers = false;
    if (armed === null) {
      if (outcome.status === 'rejected') throw outcome.reason;
      return;
    }
    await database.db.sql`DELETE FROM armed`;
  }

  async #place(orders: readonly AnyOrder[]): Promise<void> {
    const outcomes = await Promise.allSettled(orders.map((order) => this.#placeOne(order)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async #placeOne({ person: index, key, amount, direction, duration }: AnyOrder): Promise<void> {
    const userId = this.#people[index] ?? '';
    const order = { asset_symbol: 'EURUSD', option_type: direction, amount, duration };
    const placed = await this.#trading.orders.place(actorOf(userId), order, key === null ? null : `key-${key}`);
    if (!placed.ok) return;
    this.#acknowledged.add(placed.value.id);
    if (key === null) return;
    // The first response may come before the fill, and later ones contain it.
    const answer = JSON.stringify({ ...placed.value, execution: null, entry_price: null, entry_tick_time: null });
    const asked = `${userId} ${key}`;
    assert.equal(this.#answers.get(asked) ?? answer, answer, 'one answer a key');
    this.#answers.set(asked, answer);
  }

  async #settle(workers: number): Promise<void> {
    const outcomes = await Promise.allSettled(
      Array.from({ length: workers }, () => settleDueTrades(this.#deps(), () => undefined)),
    );
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Drops the server while orders and a settlement are in progress. A new server starts while these still run. */
  async #crash(underWay: readonly AnyOrder[]): Promise<void> {
    const left = [this.#settle(1), ...underWay.map((order) => this.#placeOne(order))];
    this.#clock = new ManualClock(this.#clock.now());
    this.#trading = this.#newTrading();
    await this.#trading.settlement.start();
    await this.#trading.settlement.stop();
    await Promise.all(left);
  }

  #newTrading(): Trading {
    return createTrading(this.#deps());
  }

  #deps() {
    const { db } = database;
    const transaction: typeof db.transaction = async (work) => {
      const value = await db.transaction(work);
      if (this.#loseAnswers) throw new Error('the answer of the commit was lost');
      return value;
    };
    return { ...this.#world.deps, db: { ...db, transaction }, clock: this.#clock, metrics: new Registry() };
  }
}

describe('random series of orders, ticks, faults, crashes, restarts and resets', () => {
  it('end each trade once, take no stake twice, and keep every sum consistent at every step', {
    timeout: propertyTimeoutMs(240_000),
  }, async () => {
    const reached = new CaseTally();
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { minLength: 5, maxLength: 30 }), async (steps) => {
        await database.db.sql`DELETE FROM auth_users`;
        const series = new Series();
        await series.open();
        for (const one of steps) {
          await series.run(one);
          await series.check();
        }
        await series.finish(reached);
      }),
      { numRuns: propertyRuns(15), endOnFailure: stopsAtFirstFailure },
    );
    assert.deepEqual(reached.below(minimumCount(10), ['won', 'lost', 'expired', 'cancelled']), []);
  });
});
