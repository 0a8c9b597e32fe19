import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Member } from '#platform/ownership/testing-member.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { BROKER_SIGNALS, BROKERS } from './broker-signals.ts';
import { BrokerTrader } from './broker-trader.ts';
import { autoTradingWorld } from './testing.ts';

const database = await createTestDatabase();
const { db } = database;
await db.sql`SELECT ensure_day_partitions('2026-11-18', '2026-11-22')`;
afterAll(() => database.close());

/** Of the test, on a machine that has other things to do. */
const PATIENCE = { timeout: 20_000, interval: 5 };
/** A signal that stays in time for as long as its test lets time pass. */
const AHEAD = { ageMs: -60_000 };
const SOON_MS = 250;

let world: ReturnType<typeof autoTradingWorld>;
let userId: string;
let automationId: string;
beforeEach(async () => {
  await db.sql`DELETE FROM auth_users`;
  await runOut();
  world = autoTradingWorld({ db });
  userId = await world.newUser();
  automationId = await world.newAutomation(userId);
});

/** Everybody's leases have run out, and their owners do not know it. */
async function runOut(): Promise<void> {
  await db.sql`UPDATE leases SET expires_at = '-infinity'`;
  await db.sql`DELETE FROM members`;
}
const traderOf = async (member: Member) => {
  const trader = world.newTrader({ ownership: member.ownership });
  await trader.start();
  return trader;
};
const untilDecided = (count: number, ...members: readonly Member[]) =>
  vi.waitFor(async () => {
    world.clock.advance(SOON_MS);
    for (const member of members) member.beat();
    expect(await world.decisions(userId)).toHaveLength(count);
  }, PATIENCE);

describe('a trader that no longer owns the share of a person', () => {
  it('without knowing it writes nothing, and leaves the signal to the one who does', async () => {
    const old = await traderOf(new Member(db));
    await runOut();
    const owner = await traderOf(new Member(db));
    const signalId = await world.seal({ automationId, userId }, AHEAD);
    world.tell(signalId, { automationId, userId });
    await Promise.all([old.idle(), owner.idle()]);
    expect(await Promise.all(world.work.ends)).toEqual(['again', 'done']);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
    await Promise.all([old.stop(), owner.stop()]);
  });

  it('begins nothing while it is not sure of it, and goes on once it owns it again', async () => {
    const member = new Member(db);
    const trader = await traderOf(member);
    member.standStill(50_000);
    const signalId = await world.seal({ automationId, userId }, AHEAD);
    world.tell(signalId, { automationId, userId });
    for (let times = 0; times < 20; times += 1) {
      world.clock.advance(SOON_MS);
      expect(await world.decisions(userId)).toEqual([]);
    }
    await runOut();
    await untilDecided(1, member);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
    await trader.stop();
  });

  it('hands over what it has not decided: the next one finds it in the database', async () => {
    const first = await traderOf(new Member(db));
    await first.stop();
    const signalId = await world.seal({ automationId, userId }, AHEAD);
    world.tell(signalId, { automationId, userId });
    expect(world.work.ends).toEqual([]);
    const next = await traderOf(new Member(db));
    await untilDecided(1);
    expect(await world.holds(userId)).toEqual({ trades: 1, minor: 1_000 });
    await next.stop();
  });
});

describe('traders that share the people', () => {
  it('are each told of their own shares, and both together leave nothing', async () => {
    const [one, other] = [new Member(db), new Member(db)];
    const first = await traderOf(one);
    const second = await traderOf(other);
    await vi.waitFor(() => {
      one.beat();
      other.beat();
      expect([one, other].map(({ ownership }) => ownership.held.length)).toEqual([8, 8]);
    }, PATIENCE);
    const signalIds: string[] = [];
    for (let people = 0; people < 24; people += 1) {
      const of = { userId: await world.newUser(), automationId: '' };
      of.automationId = await world.newAutomation(of.userId);
      const signalId = await world.seal(of, AHEAD);
      world.tell(signalId, of);
      signalIds.push(signalId);
    }
    await Promise.all([first.idle(), second.idle()]);
    const decided = await db.sql`SELECT signal_id FROM automation_decisions`;
    expect(decided.map(({ signal_id }) => signal_id).toSorted()).toEqual(signalIds.toSorted());
    // Each was told of to one of them only.
    expect(world.work.ends).toHaveLength(signalIds.length);
    await Promise.all([first.stop(), second.stop()]);
  });
});

describe('a signal of a person who trades at a broker', () => {
  const demo = () => db.sql`UPDATE user_settings SET mode = 'iqoption_demo' WHERE user_id = ${userId}`;

  it('is handed on undecided where the sessions are elsewhere, and decided where they are', async () => {
    await demo();
    world.venues.areHere = false;
    const handedOn: unknown[] = [];
    const cancel = world.work.work(BROKER_SIGNALS, BROKERS, async (message) => {
      handedOn.push(message);
      return 'done';
    });
    const trader = await traderOf(new Member(db));
    const signalId = await world.seal({ automationId, userId }, AHEAD);
    world.tell(signalId, { automationId, userId });
    await Promise.resolve();
    await trader.idle();
    cancel();
    expect(handedOn).toEqual([{ signalIds: [signalId] }]);
    expect(await world.decisions(userId)).toEqual([]);
    world.venues.areHere = true;
    const broker = new BrokerTrader(world.deps);
    broker.start();
    world.work.add(BROKER_SIGNALS, BROKERS, { signalIds: [signalId] });
    await untilDecided(1);
    expect(await world.decisions(userId)).toMatchObject([{ decision: 'refused', code: 'mode_unavailable' }]);
    await Promise.all([trader.stop(), broker.stop()]);
  });

  it('is left undecided by whoever no longer has the sessions', async () => {
    await demo();
    const broker = new BrokerTrader(world.deps);
    broker.start();
    world.venues.areHere = false;
    world.work.add(BROKER_SIGNALS, BROKERS, { signalIds: [await world.seal({ automationId, userId }, AHEAD)] });
    expect(await Promise.all(world.work.ends)).toEqual(['again']);
    expect(await world.decisions(userId)).toEqual([]);
    await broker.stop();
  });
});
