import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { correctTrade } from '../correct-trade.ts';
import { createTradingWorld, deleteAllUsers, START_MS } from '../testing.ts';
import { tradingDatabase } from '../testing-paper.ts';
import { TRADE_CHANGED } from '../topics.ts';
import { findTrade } from '../trade.repository.ts';
import { toOption } from '../trade-row.ts';
import { SettlementCheckLoop } from './check-loop.ts';
import { countChecks } from './checks.repository.ts';
import { readCheck } from './read-checks.ts';

const EXPIRY_MS = START_MS + 60_000;
const SETTLED_MS = EXPIRY_MS + 100;
/** A check is made a minute after the settlement. */
const CHECKED_MS = SETTLED_MS + 60_000;

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let loop: SettlementCheckLoop;
let userId: string;

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  await database.db
    .sql`UPDATE installation SET value = ${database.db.sql.json({ settledAtMs: START_MS })} WHERE key = 'settlement_checks'`;
  world = createTradingWorld(database, { brokers: { catalog: () => BROKERS, connectionOf: () => null } });
  loop = new SettlementCheckLoop(world.deps);
  userId = await world.newUser();
});

/** Brokers whose contracts end like those of IQ Option (`contract`) and Deriv (`tick`). */
const BROKERS = [brokerNamed('iqoption', 'contract', 'tie'), brokerNamed('deriv', 'tick', 'lost')];
function brokerNamed(id: string, priceTimes: 'tick' | 'contract', onEqualPrices: 'tie' | 'lost') {
  // The check reads only these traits.
  return { id, traits: { priceTimes, onEqualPrices } } as unknown as ReturnType<
    typeof world.deps.brokers.catalog
  >[number];
}

type Ended = {
  readonly broker?: string;
  readonly status?: 'won' | 'lost' | 'expired';
  readonly entryPrice?: number | null;
  readonly settlePrice?: number | null;
  readonly source?: string;
};

/** Returns the id of the user's paper account, or of their demo account at a broker. */
async function accountAt(broker: string): Promise<string> {
  if (broker === 'mock') return (await world.accounts.mockAccount(database.db.sql, userId)).accountId;
  const key = { broker, kind: 'demo', currency: 'USD', brokerAccount: 'one' } as const;
  await database.db.transaction((tx) => world.accounts.useBrokerAccount(tx, userId, key, world.clock.now()));
  const [row] = await database.db.sql<{ id: string }[]>`
    SELECT id FROM accounts WHERE user_id = ${userId} AND broker = ${broker}`;
  return row?.id ?? '';
}

/** Writes an ended CALL of one minute from START_MS. */
async function ended(id: string, trade: Ended = {}): Promise<string> {
  const { broker = 'iqoption', status = 'won', entryPrice = 1.1, settlePrice = 1.101, source = broker } = trade;
  const accountId = await accountAt(broker);
  await database.db.sql`INSERT INTO trades ${database.db.sql.row({
    id,
    user_id: userId,
    account_id: accountId,
    broker,
    account: broker === 'mock' ? 'mock' : 'demo',
    currency: 'USD',
    origin: 'manual',
    symbol: 'EURUSD',
    source,
    direction: 'CALL',
    stake_minor: 1_000,
    payout_bp: 8_500,
    duration_min: 1,
    entry_price: entryPrice,
    entry_tick_ms: START_MS,
    entry_time: new Date(START_MS),
    expiry_time: new Date(EXPIRY_MS),
    status,
    execution: 'confirmed',
    profit_minor: 850,
    settled_at: new Date(SETTLED_MS),
    settle_price: settlePrice,
    settle_tick_ms: EXPIRY_MS,
    created_at: new Date(START_MS),
    ...(broker !== 'mock' && { broker_ref: id, broker_account: 'one', send_by: new Date(START_MS) }),
  })}`;
  return id;
}

/** Stores ticks of a source: pairs of milliseconds after START_MS and price. */
const recorded = async (source: string, ticks: readonly (readonly [number, number])[], backfilled = false) => {
  await database.db.sql`
    INSERT INTO ticks (source, symbol, time_ms, price, backfilled)
    SELECT ${source}, 'EURUSD', t.time_ms, t.price, ${backfilled}
    FROM unnest(${ticks.map(([ms]) => START_MS + ms)}::bigint[],
                ${ticks.map(([, price]) => price)}::float8[]) AS t(time_ms, price)
    ON CONFLICT DO NOTHING`;
};
/** Removes all ticks, as the end of their retention does. */
const removeTicks = () => withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`TRUNCATE ticks`);
beforeEach(removeTicks);

const ids = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Checks as a process does that starts a minute after the settlement. */
async function checked(id: string) {
  world.clock.advance(Math.max(0, CHECKED_MS - world.clock.now()));
  await new SettlementCheckLoop(world.deps).round();
  return readCheck(database.db.sql, userId, id);
}

const AROUND = [
  [-3_000, 1.0999],
  [-500, 1.1],
  [3_000, 1.1004],
  [57_000, 1.1008],
  [59_500, 1.101],
  [63_000, 1.1015],
] as const;

describe('the check of a settlement at a broker', () => {
  it('finds a match with the ticks that were recorded live', async () => {
    await recorded('iqoption', AROUND);
    expect(await checked(await ended(ids(1)))).toMatchObject({
      verdict: 'match',
      result_changes: 'no',
      recorded_result: 'won',
      precision_ms: 2_000,
      entry: { stated: 1.1, recorded: 1.1, low: 1.0999, high: 1.1, gap: 0 },
      settle: { stated: 1.101, recorded: 1.101, low: 1.1008, high: 1.101, gap: 0 },
    });
  });

  it('reports a settlement price that no recorded tick has, and a result that differs from the recorded ticks', async () => {
    await recorded('iqoption', AROUND);
    const check = await checked(await ended(ids(2), { status: 'lost', settlePrice: 1.0998 }));
    expect(check).toMatchObject({ verdict: 'differs', result_changes: 'yes', recorded_result: 'won' });
    expect(check?.settle.gap).toBeCloseTo(-0.001, 9);
  });

  it.each([
    ['without ticks', []],
    ['without ticks around the end', AROUND.slice(0, 3)],
    ['without a tick within a minute before the entry', AROUND.filter(([ms]) => ms > 0)],
  ])('has no data %s', async (_, ticks) => {
    await recorded('iqoption', ticks);
    expect(await checked(await ended(ids(3)))).toMatchObject({ verdict: 'no_data', result_changes: null });
  });

  it('has no data if the ticks around the expiry were backfilled', async () => {
    await recorded('iqoption', AROUND.slice(0, 4));
    await recorded('iqoption', AROUND.slice(4), true);
    expect(await checked(await ended(ids(4)))).toMatchObject({ verdict: 'no_data' });
  });

  it('applies the rule of the broker for equal prices', async () => {
    await recorded('deriv', [...AROUND.slice(0, 3), [57_000, 1.1], [63_000, 1.2]]);
    expect(await checked(await ended(ids(5), { broker: 'deriv', status: 'lost', settlePrice: 1.1 }))).toMatchObject({
      verdict: 'match',
      recorded_result: 'lost',
    });
  });
});

describe('the check of a settlement on paper', () => {
  it('finds a tick before the expiry that arrived after the settlement', async () => {
    await recorded('simulated', [...AROUND, [0, 1.1], [59_999, 1.0995]]);
    expect(await checked(await ended(ids(6), { broker: 'mock', source: 'simulated' }))).toMatchObject({
      verdict: 'differs',
      result_changes: 'yes',
      precision_ms: 0,
      settle: { stated: 1.101, recorded: 1.0995 },
    });
  });

  it('has no data for a price recording, because its replay repeats times with other prices', async () => {
    await recorded('replay', [...AROUND, [0, 1.1]]);
    expect(await checked(await ended(ids(7), { broker: 'mock', source: 'replay' }))).toMatchObject({
      verdict: 'no_data',
    });
  });
});

describe('the loop of checks', () => {
  it('waits a minute after the event of a settlement', async () => {
    await recorded('iqoption', AROUND);
    await loop.start();
    await loop.round();
    const row = await findTrade(database.db.sql, userId, await ended(ids(1)));
    if (row !== null) world.bus.publish(TRADE_CHANGED, { userId, trade: toOption(row) });
    await new Promise((resolve) => setImmediate(resolve));
    world.clock.advance(CHECKED_MS - 1 - world.clock.now());
    // The first round may have begun by a timer, at an earlier time.
    await loop.round();
    await loop.round();
    expect(await countChecks(database.db.sql, userId)).toEqual([]);
    world.clock.advance(1);
    await loop.round();
    expect(await countChecks(database.db.sql, userId)).toHaveLength(1);
    await loop.stop();
  });

  it('checks a settlement within an hour if its event is lost', async () => {
    await recorded('iqoption', AROUND);
    await loop.round();
    await ended(ids(1));
    world.clock.advance(CHECKED_MS - world.clock.now());
    await loop.round();
    expect(await countChecks(database.db.sql, userId)).toEqual([]);
    world.clock.advance(3_600_000);
    await loop.round();
    expect(await countChecks(database.db.sql, userId)).toHaveLength(1);
  });

  it('checks a trade once, even if its ticks are deleted and the process restarts', async () => {
    await recorded('iqoption', AROUND);
    const first = await checked(await ended(ids(1)));
    await removeTicks();
    await database.db
      .sql`UPDATE installation SET value = ${database.db.sql.json({ settledAtMs: START_MS })} WHERE key = 'settlement_checks'`;
    world.clock.advance(10_000);
    await new SettlementCheckLoop(world.deps).round();
    expect(await readCheck(database.db.sql, userId, ids(1))).toEqual(first);
  });

  it('continues where it stopped after a failed round', async () => {
    await recorded('iqoption', AROUND);
    await ended(ids(1));
    const failing = new SettlementCheckLoop({
      ...world.deps,
      brokers: {
        connectionOf: () => null,
        catalog: () => {
          throw new Error('no catalog');
        },
      },
    });
    world.clock.advance(CHECKED_MS - world.clock.now());
    await failing.round();
    expect(await countChecks(database.db.sql, userId)).toEqual([]);
    expect(await checked(ids(1))).toMatchObject({ verdict: 'match' });
  });

  it('checks a corrected trade again, with the prices of its first check', async () => {
    await recorded('iqoption', AROUND);
    await checked(await ended(ids(1)));
    await removeTicks();
    const corrected = await correctTrade(
      { db: database.db, clock: world.clock, accounts: world.accounts },
      { tradeId: ids(1), outcome: 'lost', reason: 'test' },
    );
    expect(corrected.ok).toBe(true);
    await loop.round();
    expect(await readCheck(database.db.sql, userId, ids(1))).toMatchObject({
      verdict: 'differs',
      result_changes: 'yes',
      settle: { recorded: 1.101 },
    });
  });

  it('counts the verdicts of each account of one user', async () => {
    await recorded('iqoption', AROUND);
    await ended(ids(1));
    await ended(ids(2), { status: 'lost', settlePrice: 1.0998 });
    await ended(ids(3), { broker: 'mock', source: 'simulated' });
    await checked(ids(1));
    expect(await countChecks(database.db.sql, userId)).toEqual([
      { broker: 'iqoption', account: 'demo', currency: 'USD', match: 1, differs: 1, no_data: 0, result_changes: 1 },
      { broker: 'mock', account: 'mock', currency: 'USD', match: 0, differs: 0, no_data: 1, result_changes: 0 },
    ]);
    expect(await countChecks(database.db.sql, await world.newUser())).toEqual([]);
    expect(await readCheck(database.db.sql, await world.newUser(), ids(1))).toBeNull();
  });
});
