import type { CreateOption } from '@vigia/contract';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { LostOwnership } from '#platform/ownership/ownership.ts';
import { Tenure } from '#platform/ownership/tenure.ts';
import { heldForGood } from '#platform/ownership/testing-held.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { NO_CONNECTIONS } from '../../accounts/index.ts';
import { OUTSIDE } from '../../brokers/index.ts';
import type { TradingDeps } from '../deps.ts';
import { type AutomaticOrder, placeAutomatic } from '../place-automatic.ts';
import { placeTrade } from '../place-trade.ts';
import { personOf, tradingWorld } from '../testing.ts';
import type { BrokerRow } from './broker-trades.repository.ts';
import { OrderDesk } from './order-desk.ts';
import { ScriptedBroker } from './testing-scripted-broker.ts';
import { VenueLoop } from './venue-loop.ts';

/** A person in the mode of a scripted broker, over a database of the test's own. */
export async function venueWorld(database: TestDatabase) {
  const { db } = database;
  const link: { broker: ScriptedBroker | null } = { broker: null };
  const brokers: TradingDeps['brokers'] = {
    catalog: () => link.broker?.catalog() ?? [],
    connectionOf: (userId, brokerId) => link.broker?.connectionOf(userId, brokerId) ?? null,
    chosenKind: async () => link.broker?.chosen ?? 'demo',
  };
  const base = tradingWorld(database, { brokers, connections: { ...NO_CONNECTIONS, hasVerified: async () => true } });
  const standing = { isOwner: true, isTrusted: true };
  const fence = async () => {
    if (!standing.isOwner) throw new LostOwnership(OUTSIDE);
  };
  const venues = new Tenure(OUTSIDE, { db, ownership: { fence } });
  venues.begin({ ...heldForGood(OUTSIDE), isTrusted: () => standing.isTrusted });
  const world = { ...base, deps: { ...base.deps, venues } };
  world.market.source = 'deriv';
  const broker = new ScriptedBroker(() => world.clock.now());
  link.broker = broker;
  const userId = await world.newUser();
  await db.sql`UPDATE user_settings SET mode = 'iqoption_demo' WHERE user_id = ${userId}`;
  await db.sql`UPDATE users SET max_concurrent_trades = 100 WHERE id = ${userId}`;
  broker.tell(world.bus, userId);

  /** The server's part, as one process runs it: desk and loop. */
  const run = () => {
    const desk = new OrderDesk(world.deps);
    const loop = new VenueLoop(world.deps, desk);
    return { desk, loop };
  };
  const life = { now: run() };

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) {
      await life.now.loop.idle();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return {
    ...world,
    ...{ broker, userId, standing },
    start: () => life.now.loop.start(),
    /** Whatever the process knew is gone; what it had sent or hung stays as it is. */
    async restart() {
      const before = life.now;
      life.now = run();
      broker.release();
      await before.loop.stop();
      await before.desk.stop();
      await life.now.loop.start();
    },
    place: (request: Partial<CreateOption> = {}, key: string | null = null, actor = personOf(userId)) =>
      placeTrade(
        world.deps,
        life.now.desk,
        actor,
        { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1, ...request },
        key,
      ),
    /** An automatic order, written in a transaction of its own; nobody is told and nothing is sent. */
    writeAutomatic: (change: Partial<AutomaticOrder> = {}) =>
      db.transaction(async (tx) => {
        const entryTimeMs = world.clock.now();
        return placeAutomatic(world.deps, tx, {
          ...{ userId, account: await world.accounts.mockAccount(tx, userId), automation: 'strategy' },
          ...{ automationId: world.deps.ids.next(), signalId: world.deps.ids.next(), symbol: 'EURUSD' },
          ...{ source: world.market.source },
          ...{ direction: 'CALL', expiryMinutes: 1, stakeMinor: minorUnits(1_000), entryTimeMs },
          acceptableUntilMs: epochMs(entryTimeMs + 2_000),
          ...change,
        });
      }),
    placing: () => ({ deps: world.deps, desk: life.now.desk }),
    settle,
    /** Moves time and lets everything that falls due come to rest. */
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        world.clock.advance(Math.min(left, 1_000));
        await settle();
      }
    },
    stop: () => life.now.loop.stop(),
    trades: () => db.sql<BrokerRow[]>`SELECT * FROM trades WHERE user_id = ${userId} ORDER BY created_at, id`,
    async mirror() {
      const [row] = await db.sql<{ cash_minor: number; held_minor: number }[]>`
        SELECT cash_minor, held_minor FROM accounts WHERE user_id = ${userId} AND broker = 'iqoption' AND kind = 'demo'`;
      return row ?? null;
    },
    transfers: async () =>
      (
        await db.sql<{ kind: string }[]>`
          SELECT t.kind FROM ledger_transfers t JOIN accounts a ON a.id = t.account_id
          WHERE a.user_id = ${userId} AND a.broker = 'iqoption' ORDER BY t.created_at, t.phase, t.step`
      ).map(({ kind }) => kind),
    events: async (tradeId: string) =>
      (await db.sql<{ kind: string }[]>`SELECT kind FROM trade_events WHERE trade_id = ${tradeId} ORDER BY seq`).map(
        ({ kind }) => kind,
      ),
  };
}
