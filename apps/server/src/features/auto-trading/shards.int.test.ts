import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SHARDS, shardOf } from '#platform/cluster/shards.ts';
import { ClusterMember } from '#platform/cluster/testing-member.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { BROKER_SIGNALS } from './broker-signals.ts';
import { BrokerTrader } from './broker-trader.ts';
import { createAutoTradingWorld } from './testing.ts';

const database = await createTestDatabase();
const { db } = database;
await db.sql`SELECT ensure_day_partitions('2026-11-18', '2026-11-22')`;
afterAll(() => database.close());

/** Options of `vi.waitFor` with a long timeout, because the machine may be busy. */
const PATIENCE = { timeout: 20_000, interval: 5 };
/**
 * Terms of a signal whose entry is so far in the future that the signal is never late in these tests. The entry lies
 * between two whole seconds, so the order does not wait for a whole second.
 */
const AHEAD = { ageMs: -60_001 };
const SOON_MS = 250;

let world: ReturnType<typeof createAutoTradingWorld>;
let userId: string;
let automationId: string;
beforeEach(async () => {
  await db.sql`DELETE FROM auth_users`;
  await runOut();
  world = createAutoTradingWorld({ db });
  userId = await world.newUser();
  automationId = await world.newAutomation(userId);
});

/** Lets all leases expire without notifying their holders. */
async function runOut(): Promise<void> {
  await db.sql`UPDATE leases SET expires_at = '-infinity'`;
  await db.sql`DELETE FROM members`;
}
const traderOf = async (member: ClusterMember) => {
  const trader = world.newTrader({ cluster: member.cluster });
  await trader.start();
  return trader;
};
const untilDecided = (count: number, ...members: readonly ClusterMember[]) =>
  vi.waitFor(async () => {
    world.clock.advance(SOON_MS);
    for (const member of members) member.heartbeat();
    expect(await world.decisions(userId)).toHaveLength(count);
  }, PATIENCE);

describe('a process that no longer owns the shard of a user', () => {
  it('writes nothing, even before it notices the loss, and leaves the signal to the new lease holder', async () => {
    const old = await traderOf(new ClusterMember(db));
    await runOut();
    const owner = await traderOf(new ClusterMember(db));
    const signalId = await world.seal({ automationId, userId }, AHEAD);
    world.publish(signalId, { automationId, userId });
    await Promise.all([old.idle(), owner.idle()]);
    expect(await Promise.all(world.work.ends)).toEqual(['retry', 'done']);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
    await Promise.all([old.stop(), owner.stop()]);
  });

  it('places no trade unless its lease was renewed recently, and continues once it owns the shard again', async () => {
    const member = new ClusterMember(db);
    const trader = await traderOf(member);
    member.suspend(50_000);
    const signalId = await world.seal({ automationId, userId }, AHEAD);
    world.publish(signalId, { automationId, userId });
    for (let times = 0; times < 20; times += 1) {
      world.clock.advance(SOON_MS);
      expect(await world.decisions(userId)).toEqual([]);
    }
    await runOut();
    await untilDecided(1, member);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
    await trader.stop();
  });

  it('leaves undecided signals in the database, where the next lease holder finds them', async () => {
    const first = await traderOf(new ClusterMember(db));
    await first.stop();
    const signalId = await world.seal({ automationId, userId }, AHEAD);
    world.publish(signalId, { automationId, userId });
    expect(world.work.ends).toEqual([]);
    const next = await traderOf(new ClusterMember(db));
    await untilDecided(1);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
    await next.stop();
  });
});

describe('processes that share the users', () => {
  it('receive only the signals of their own shards, and together receive all signals', async () => {
    const [one, other] = [new ClusterMember(db), new ClusterMember(db)];
    const first = await traderOf(one);
    const second = await traderOf(other);
    await vi.waitFor(() => {
      one.heartbeat();
      other.heartbeat();
      expect([one, other].map(({ cluster }) => cluster.held.length)).toEqual([8, 8]);
    }, PATIENCE);
    const signalIds: string[] = [];
    for (let people = 0; people < 24; people += 1) {
      const of = { userId: await world.newUser(), automationId: '' };
      of.automationId = await world.newAutomation(of.userId);
      const signalId = await world.seal(of, AHEAD);
      world.publish(signalId, of);
      signalIds.push(signalId);
    }
    await Promise.all([first.idle(), second.idle()]);
    const decided = await db.sql`SELECT signal_id FROM automation_decisions`;
    expect(decided.map(({ signal_id }) => signal_id).toSorted()).toEqual(signalIds.toSorted());
    // The queue has delivered each signal to only one of the two traders.
    expect(world.work.ends).toHaveLength(signalIds.length);
    await Promise.all([first.stop(), second.stop()]);
  });
});

describe('a signal of a setup that trades at a broker', () => {
  const demo = () => world.sources.pcr.change(automationId, { account: { broker: 'iqoption', kind: 'demo' } });

  it('is forwarded to the process with the broker sessions, which decides it', async () => {
    demo();
    world.venues.areHere = false;
    const handedOn: unknown[] = [];
    const cancel = world.work.work(BROKER_SIGNALS, shardOf(userId), async (message) => {
      handedOn.push(message);
      return 'done';
    });
    const trader = await traderOf(new ClusterMember(db));
    // The first search of a new lease holder must have ended, or it might forward the signal too.
    await trader.idle();
    const signalId = await world.seal({ automationId, userId }, AHEAD);
    world.publish(signalId, { automationId, userId });
    await Promise.resolve();
    await trader.idle();
    cancel();
    expect(handedOn).toEqual([{ signalIds: [signalId] }]);
    expect(await world.decisions(userId)).toEqual([]);
    world.venues.areHere = true;
    const broker = new BrokerTrader(world.deps);
    broker.start(SHARDS);
    world.work.add(BROKER_SIGNALS, shardOf(userId), { signalIds: [signalId] });
    world.work.add(BROKER_SIGNALS, shardOf(userId), { signalIds: [signalId] });
    await untilDecided(1);
    await Promise.all([trader.stop(), broker.stop(SHARDS)]);
    expect(await world.decisions(userId)).toMatchObject([{ decision: 'refused', code: 'mode_unavailable' }]);
  });

  it('is decided without a lock on the paper account, which avoids a deadlock with a stop of all trading', async () => {
    demo();
    const broker = new BrokerTrader(world.deps);
    broker.start(SHARDS);
    const signalId = await world.seal({ automationId, userId }, AHEAD);
    await db.transaction(async (tx) => {
      await world.deps.accounts.lockMockAccount(tx, userId);
      world.work.add(BROKER_SIGNALS, shardOf(userId), { signalIds: [signalId] });
      await untilDecided(1);
    });
    await broker.stop(SHARDS);
    expect(await world.decisions(userId)).toMatchObject([{ decision: 'refused', code: 'mode_unavailable' }]);
  });

  it('is left undecided by a process that no longer runs the broker sessions', async () => {
    demo();
    const broker = new BrokerTrader(world.deps);
    broker.start(SHARDS);
    world.venues.areHere = false;
    world.work.add(BROKER_SIGNALS, shardOf(userId), { signalIds: [await world.seal({ automationId, userId }, AHEAD)] });
    expect(await Promise.all(world.work.ends)).toEqual(['retry']);
    expect(await world.decisions(userId)).toEqual([]);
    await broker.stop(SHARDS);
  });
});
