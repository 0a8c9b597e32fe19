import { err } from '@vigia/core/kernel';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { shardOf } from '#platform/cluster/shards.ts';
import { ClusterMember } from '#platform/cluster/testing-member.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import type { TradingDeps } from './deps.ts';
import { settleDueTrades } from './settle-due-trades.ts';
import { SettlementLoop } from './settlement-loop.ts';
import { SettlementPublisher } from './settlement-publisher.ts';
import { createTradingWorld, deleteAllUsers } from './testing.ts';
import { EXPIRY_MS, placeCall, tradingDatabase } from './testing-paper.ts';
import { TRADE_CHANGED } from './topics.ts';
import { createTrading } from './trading.ts';

const WITHIN = { timeout: 30_000, interval: 5 };

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let processes: Settler[] = [];

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  await database.db.sql`WITH removed AS (DELETE FROM members) DELETE FROM leases`;
  world = createTradingWorld(database);
});
afterEach(async () => {
  await Promise.all(processes.map(({ loop }) => loop.stop()));
  processes = [];
});

/** One of several processes that settle. */
class Settler {
  readonly member = new ClusterMember(database.db);
  /** Owners of the trades that this settler published, by trade id. */
  readonly published = new Map<string, string>();
  readonly loop: SettlementLoop;

  constructor(other: Partial<TradingDeps> = {}) {
    const bus = createInProcessBus(createLogger('silent'));
    bus.subscribe(TRADE_CHANGED, ({ userId, trade }) => void this.published.set(trade.id, userId));
    const deps = { ...world.deps, bus, cluster: this.member.cluster, metrics: new Registry(), ...other };
    this.loop = new SettlementLoop(deps, new SettlementPublisher(deps), () => undefined);
    processes.push(this);
  }

  get shards(): ReadonlySet<string> {
    return new Set(this.member.cluster.held.map((name) => name.at(-1) ?? ''));
  }
}

async function started(other: Partial<TradingDeps> = {}): Promise<Settler> {
  const settler = new Settler(other);
  await settler.loop.start();
  return settler;
}

/** Advances the clock, while these settlers renew their leases, until the condition holds. */
async function until(renewing: readonly Settler[], isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect
    .poll(() => {
      for (const { member } of renewing) member.heartbeat();
      world.clock.advance(50);
      return isSo();
    }, WITHIN)
    .toBe(true);
}

async function placeFor(people: number): Promise<string[]> {
  const trading = createTrading({ ...world.deps, metrics: new Registry() });
  return Promise.all(Array.from({ length: people }, async () => placeCall(trading, await world.newUser())));
}

/** Makes all placed trades due. */
function expire(): void {
  world.market.tick(EXPIRY_MS - 1, 1.2);
  world.clock.jump(60_800);
}

async function active(): Promise<number> {
  const [row] = await database.db.sql<[{ count: number }]>`
    SELECT count(*)::int FROM trades WHERE status = 'active'`;
  return row.count;
}

/** Gives all leases to another process without notifying the holder. */
const takeAway = () => database.db.sql`UPDATE leases SET owner = 'another', fence = fence + 1`;

/** Lets the leases and the cluster membership of a settler expire. */
async function runOut({ member }: Settler): Promise<void> {
  await database.db.sql`
    WITH gone AS (
      UPDATE leases SET expires_at = '-infinity' WHERE name = ANY(${[...member.cluster.held]}::text[]) RETURNING owner)
    UPDATE members SET expires_at = '-infinity' WHERE id IN (SELECT owner FROM gone)`;
}

describe('settlement by several processes', () => {
  it('settles each trade once, by the process that owns its shard', async () => {
    const [first, second] = [await started(), await started()];
    await until([first, second], () => first.shards.size === 8 && second.shards.size === 8);
    const trades = await placeFor(48);
    expire();
    await until([first, second], () => first.published.size + second.published.size === trades.length);
    for (const { published, shards } of [first, second])
      expect([...published.values()].filter((userId) => !shards.has(shardOf(userId)))).toEqual([]);
    expect([...first.published.keys(), ...second.published.keys()].toSorted()).toEqual(trades.toSorted());
  });

  it('settles the trades of a crashed process in another process', async () => {
    const [first, second] = [await started(), await started()];
    await until([first, second], () => first.shards.size === 8 && second.shards.size === 8);
    const trades = await placeFor(32);
    await runOut(first);
    first.member.suspend(60_000);
    expire();
    await until([second], () => second.published.size === trades.length);
    expect([first.published.size, second.shards.size, await active()]).toEqual([0, 16, 0]);
  });

  it('does not settle a trade whose shard is lost while its price is looked up', async () => {
    const settler = await started();
    await placeFor(16);
    const { own } = world.deps.markets;
    const priceBefore = own.priceBefore.bind(own);
    own.priceBefore = async (...wanted) => {
      await takeAway();
      own.priceBefore = priceBefore;
      return priceBefore(...wanted);
    };
    expire();
    world.clock.advance(50);
    await expect.poll(() => settler.member.cluster.held, WITHIN).toEqual([]);
    await settler.loop.stop();
    expect(await active()).toBe(16);
  });

  it('starts the next round at the end of a round that took longer than the interval', async () => {
    const settler = await started();
    const trades = await placeFor(2);
    const { own } = world.deps.markets;
    const priceBefore = own.priceBefore.bind(own);
    let refuse = (): void => undefined;
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    let isAsked = false;
    own.priceBefore = async () => {
      isAsked = true;
      await refused;
      own.priceBefore = priceBefore;
      return err('unreachable' as const);
    };
    expire();
    world.clock.advance(50);
    await expect.poll(() => isAsked, WITHIN).toBe(true);
    world.clock.advance(50);
    refuse();
    await expect.poll(() => settler.published.size, WITHIN).toBe(trades.length);
  });

  it('does not start in a process whose lease was not renewed recently', async () => {
    const settler = await started();
    await placeFor(2);
    settler.member.suspend(60_000);
    expire();
    world.clock.advance(50);
    await settler.loop.stop();
    expect(await active()).toBe(2);
  });

  it('publishes settled trades again in the next lease holder, in case the previous holder did not', async () => {
    const first = await started();
    const trades = await placeFor(8);
    expire();
    await settleDueTrades(world.deps, () => undefined);
    await first.loop.stop();
    expect(first.published.size).toBe(0);
    const second = await started();
    await until([second], () => second.published.size > 0);
    await second.loop.stop();
    expect([...second.published.keys()].toSorted()).toEqual(trades.toSorted());
  });
});

describe('settled trades are published after a fault:', () => {
  const cut = () => Object.assign(new Error('the connection was cut'), { code: 'CONNECTION_CLOSED' });

  it('as soon as a database that failed after the settlement is available again', async () => {
    let refusals = 0;
    const { accounts } = world.deps;
    const mockAccounts: typeof accounts.mockAccounts = (sql, userIds) => {
      refusals += 1;
      return refusals <= 3 ? Promise.reject(cut()) : accounts.mockAccounts(sql, userIds);
    };
    const settler = await started({ accounts: { ...accounts, mockAccounts } });
    const trades = await placeFor(8);
    expire();
    await until([settler], () => settler.published.size > 0);
    expect([...settler.published.keys()].toSorted()).toEqual(trades.toSorted());
    expect(refusals).toBe(4);
  });

  it('even if the response to the commit is lost', async () => {
    let lost = 0;
    const { db } = world.deps;
    const transaction: typeof db.transaction = async (work) => {
      const value = await db.transaction(work);
      lost += 1;
      if (lost === 1) throw cut();
      return value;
    };
    const settler = await started({ db: { ...db, transaction } });
    const trades = await placeFor(8);
    expire();
    await until([settler], () => settler.published.size > 0);
    expect([...settler.published.keys()].toSorted()).toEqual(trades.toSorted());
  });
});
