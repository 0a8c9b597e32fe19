import { derivBroker } from '@vigia/broker-deriv';
import { startSimulator as startDeriv } from '@vigia/broker-deriv/simulator';
import { iqOptionBroker } from '@vigia/broker-iqoption';
import { SIMULATED_PASSWORD, startSimulator as startIqOption } from '@vigia/broker-iqoption/simulator';
import type { Broker, BrokerCredentials, BrokerSession, BrokerState } from '@vigia/broker-kit/port';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { olympTradeBroker } from '@vigia/broker-olymptrade';
import { accessToken, startSimulator as startOlympTrade } from '@vigia/broker-olymptrade/simulator';
import { quotexBroker } from '@vigia/broker-quotex';
import { startSimulator as startQuotex } from '@vigia/broker-quotex/simulator';
import { type Clock, epochMs, minorUnits } from '@vigia/core/kernel';
import { type LengthFields, lengthFields, secondsLong, type TradeLength, ticksLong } from '@vigia/core/trades';
import { advanceInSteps, CountingIds, runsEveryCase, SeededRng, withClockAtRealSpeed } from '@vigia/testkit';
import { checkContracts, checkLedger, checkLives } from '@vigia/testkit/invariants';
import { describe, expect, it } from 'vitest';
import { NO_CONNECTIONS } from '#features/accounts/index.ts';
import { BROKER_ACCOUNTS_CHANGED, BROKER_CONNECTED, BROKER_CONTRACT } from '#features/brokers/index.ts';
import { createTrading } from '#features/trading/index.ts';
import { actorOf, createTradingWorld, START_MS } from '#features/trading/testing.ts';
import { checkInvariants } from '#features/trading/testing-invariants.ts';
import { SHARDS } from '#platform/cluster/shards.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';

/** Number of users who trade at the same time, each in a separate session. */
const PEOPLE = 25;
/**
 * Number of rounds. Each round cuts the connection of every user once: 50 cuts per broker in `npm test`, 100 in the
 * complete tests. Fault scenario 5b cuts connections at random moments.
 */
const ROUNDS = runsEveryCase ? 4 : 2;
const SEED = 20_261_121;
/**
 * Time after a cut within which orders are resolved. During this time the session reconnects and the records of the
 * broker are read.
 */
const DECIDED_WITHIN_MS = 60_000;
const STEP_MS = 50;
const ORDER = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 } as const;

type Case = {
  readonly name: string;
  readonly broker: Broker;
  readonly start: (clock: Clock, seed: number) => Promise<BrokerSimulator>;
  readonly credentials: (person: number) => BrokerCredentials;
};

const email = (person: number) => `persona${person}@example.com`;
const CASES: readonly Case[] = [
  {
    name: 'IQ Option',
    broker: iqOptionBroker,
    start: startIqOption,
    credentials: (person) => ({ kind: 'password', email: email(person), password: SIMULATED_PASSWORD }),
  },
  {
    name: 'Quotex',
    broker: quotexBroker,
    start: startQuotex,
    credentials: (person) => ({ kind: 'password', email: email(person), password: 'clave-quotex' }),
  },
  {
    name: 'Olymp Trade',
    broker: olympTradeBroker,
    start: startOlympTrade,
    credentials: (person) => ({
      kind: 'browser_session',
      cookies: null,
      userAgent: null,
      token: accessToken(46_300_000 + person, START_MS),
    }),
  },
  {
    name: 'Deriv',
    broker: derivBroker,
    start: startDeriv,
    credentials: (person) => ({ kind: 'api_token', token: `pat_person${person}`, appId: 'vigia' }),
  },
  {
    name: 'Deriv by its former API',
    broker: derivBroker,
    start: startDeriv,
    credentials: (person) => ({ kind: 'api_token', token: `v3-person${person}-demo`, appId: '1089' }),
  },
];

/** Opens trading over real sessions with a simulated broker. The sockets are real, and the test controls the clock. */
async function openWorld({ broker, start, credentials }: Case, crowd = PEOPLE) {
  const database: TestDatabase = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
  const sessions = new Map<string, BrokerSession>();
  const world = createTradingWorld(database, {
    connections: { ...NO_CONNECTIONS, hasVerified: async () => true },
    brokers: {
      catalog: () => [broker],
      connectionOf: (userId, brokerId) => {
        const session = brokerId === broker.id ? sessions.get(userId) : undefined;
        return session === undefined
          ? null
          : {
              broker,
              session,
              accountOf: (kind) => session.accounts().find((one) => one.kind === kind),
              isClosedForOrders: false,
              oddities: () => [],
            };
      },
    },
  });
  const { clock, bus } = world;
  const simulator = await start(clock, SEED);
  const rng = new SeededRng(SEED);
  const ids = new CountingIds();
  const open = async (person: number): Promise<string> => {
    const userId = await world.newUser();
    const login = { userId, brokerId: broker.id };
    const session: BrokerSession = broker.open(
      credentials(person),
      null,
      {
        onState: ({ status }: BrokerState) => status === 'connected' && bus.publish(BROKER_CONNECTED, login),
        onAccounts: (accounts) => bus.publish(BROKER_ACCOUNTS_CHANGED, { ...login, accounts }),
        onContract: (contract) => bus.publish(BROKER_CONTRACT, { ...login, contract }),
        onAssets: () => undefined,
        onTick: () => undefined,
        onResumable: () => undefined,
      },
      { clock, rng, ids, log: () => undefined, origins: simulator.origins },
    );
    sessions.set(userId, session);
    return userId;
  };
  const trading = createTrading(world.deps);
  await trading.settlement.start();
  await trading.settlement.startVenues(SHARDS);
  const people: string[] = [];
  for (let person = 1; person <= crowd; person += 1) people.push(await open(person));
  const connected = Promise.all([...sessions.values()].map((session) => session.connect()));
  for (const result of await withClockAtRealSpeed(clock, connected)) expect(result).toEqual({ ok: true, value: null });
  const count = async (condition: 'unresolved' | 'active') => {
    const [row] = await database.db.sql<[{ unresolved: number; active: number }]>`
      SELECT count(*) FILTER (WHERE execution IN ('pending', 'unknown'))::int AS unresolved, count(*)::int AS active
      FROM trades WHERE status = 'active'`;
    return row[condition];
  };
  /** Lets the clock run at the speed of real time until no order is in this state. */
  const untilAtRealSpeed = (condition: 'unresolved' | 'active'): Promise<void> => {
    const waitForNone = async () => {
      await expect.poll(() => count(condition), { timeout: 20_000 }).toBe(0);
    };
    return withClockAtRealSpeed(clock, waitForNone());
  };
  /**
   * Advances the clock until no order is in this state.
   * @returns the time that has passed on this clock
   */
  const until = async (condition: 'unresolved' | 'active', withinMs: number): Promise<number> => {
    const startMs = clock.now();
    // The database is queried after every 100 ms of the clock, because on a busy machine the clock would otherwise run
    // ahead of it.
    while ((await count(condition)) > 0 && clock.now() - startMs < withinMs) await advanceInSteps(clock, 100, STEP_MS);
    // On a busy machine the clock is ahead of the database, so a settlement may still be in progress. Failed work is
    // tried again by the clock, so the clock goes on.
    await untilAtRealSpeed(condition);
    return clock.now() - startMs;
  };
  return {
    ...world,
    sql: database.db.sql,
    trading,
    simulator,
    people,
    until,
    /** Places an automation's order with this duration, and waits for the broker's reply. */
    automate: async (userId: string, length: TradeLength): Promise<void> => {
      const target = { broker: broker.id, kind: 'demo' } as const;
      const entryTimeMs = epochMs(clock.now());
      const placed = await database.db.transaction(async (tx) => {
        const venue = await trading.orders.automaticVenue(tx, userId, target);
        if (venue === null) throw new Error('the demo account is not known');
        return trading.orders.placeAutomatic(tx, {
          userId,
          target,
          account: venue.account,
          automation: 'strategy',
          automationId: ids.next(),
          signalId: ids.next(),
          symbol: 'EURUSD',
          source: broker.id,
          direction: 'CALL',
          length,
          stakeMinor: minorUnits(1_000),
          entryTimeMs,
          acceptableUntilMs: epochMs(entryTimeMs + 60_000),
        });
      });
      if (!placed.ok) throw new Error(placed.error.code);
      trading.orders.publishPlaced(placed.value);
      // An order is withdrawn if it is not sent within five seconds, which a fast clock passes during one slow commit.
      await untilAtRealSpeed('unresolved');
    },
    placeAll: () =>
      withClockAtRealSpeed(
        clock,
        Promise.all(
          people.map((userId) =>
            trading.orders.place(actorOf(userId), ORDER, `key ${clock.now()}`, { broker: broker.id, kind: 'demo' }),
          ),
        ),
      ),
    trades: () => database.db.sql<{ execution: string; broker_ref: string | null; profit_minor: number | null }[]>`
      SELECT execution, broker_ref, profit_minor FROM trades ORDER BY created_at, id`,
    async close() {
      for (const session of sessions.values()) await withClockAtRealSpeed(clock, session.close('keep'));
      await withClockAtRealSpeed(clock, trading.settlement.stop());
      await simulator.stop();
      await database.close();
    },
  };
}

describe.each(CASES.map((one) => [one.name, one] as const))('orders at %s', (_name, one) => {
  it('each get the broker’s outcome if the connection breaks before the reply, and none is sent twice', {
    timeout: 300_000,
  }, async () => {
    const world = await openWorld(one);
    const { book, script } = world.simulator;
    let slowestMs = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      script.nextOrders(
        ...world.people.map((_, index) => ({
          kind: (round + index) % 2 === 0 ? ('cut_after_booking' as const) : ('cut_before_booking' as const),
        })),
      );
      const answers = await world.placeAll();
      expect(answers.filter(({ ok }) => ok)).toHaveLength(PEOPLE);
      slowestMs = Math.max(slowestMs, await world.until('unresolved', DECIDED_WITHIN_MS + 15_000));
      await world.until('active', 180_000);
    }
    const trades = await world.trades();
    const opened = trades.filter(({ execution }) => execution === 'confirmed');
    expect(trades).toHaveLength(PEOPLE * ROUNDS);
    expect(trades.filter(({ execution }) => execution === 'rejected')).toHaveLength((PEOPLE * ROUNDS) / 2);
    expect(slowestMs, 'the longest unknown outcome').toBeLessThanOrEqual(DECIDED_WITHIN_MS);
    expect(book.contracts(), 'as many as the broker was left with').toHaveLength(opened.length);
    const booked = book
      .contracts()
      .map(({ contractId, result }) => ({ contractId, profitMinor: result?.profitMinor ?? null }));
    const { sql } = world;
    expect([
      ...(await checkContracts(sql, one.broker.id, booked)),
      ...(await checkLedger(sql)),
      ...(await checkLives(sql)),
    ]).toEqual([]);
    await checkInvariants(sql, new Map());
    console.info(`${one.name}: ${trades.length} orders cut, longest unknown outcome ${slowestMs} ms`);
    await world.close();
  });
});

it.each([
  ['IQ Option', secondsLong(5)],
  ['Deriv', secondsLong(15)],
  ['Deriv', ticksLong(5)],
])(
  'an automation’s order at %s is sent with its own duration and ends with the broker’s result',
  { timeout: 120_000 },
  async (name, length) => {
    const one = CASES.find((each) => each.name === name);
    if (one === undefined) throw new Error(`no case ${name}`);
    const world = await openWorld(one, 1);
    const [userId = ''] = world.people;
    await world.automate(userId, length);
    await world.until('active', 60_000);
    const [contract] = world.simulator.book.contracts();
    if (contract === undefined) throw new Error('the broker booked nothing');
    expect(contract.ticks ?? null).toBe(length.unit === 'ticks' ? length.ticks : null);
    if (length.unit === 'seconds')
      expect(contract.expiryMs - contract.openedAtMs).toBeLessThanOrEqual(length.seconds * 1_000);
    const [trade] = await world.sql<LengthFields[]>`
    SELECT duration_min AS duration, duration_s AS duration_seconds, duration_ticks FROM trades`;
    expect(trade).toEqual(lengthFields(length));
    await world.close();
  },
);
