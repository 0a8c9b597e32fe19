import type { CreateOption } from '@vigia/contract';
import { epochMs, minorUnits } from '@vigia/core/kernel';
import { minutesLong } from '@vigia/core/trades';
import { LeaseLostError } from '#platform/cluster/cluster.ts';
import { SHARDS } from '#platform/cluster/shards.ts';
import { permanentShards, scriptedCluster } from '#platform/cluster/testing-leases.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { NO_CONNECTIONS } from '../../accounts/index.ts';
import { BROKER_SESSIONS } from '../../brokers/index.ts';
import type { TradingDeps } from '../deps.ts';
import { PaperFills } from '../paper/paper-fills.ts';
import { createPaperVenue } from '../paper/paper-venue.ts';
import { type AutomaticOrder, placeAutomatic } from '../placing/place-automatic.ts';
import { placeOrder } from '../placing/place-order.ts';
import { actorOf, createTradingWorld } from '../testing.ts';
import { automaticVenue } from './automatic-venue.ts';
import { BrokerOrderSender } from './broker-order-sender.ts';
import type { BrokerRow } from './broker-trades.repository.ts';
import { createBrokerVenue } from './broker-venue.ts';
import { createEarlySales } from './early-sales.ts';
import { SaleSender } from './sale-sender.ts';
import { ScriptedBroker } from './testing-scripted-broker.ts';
import { VenueLoop } from './venue-loop.ts';

/** Creates a user who trades at a scripted broker, on the test's own database. */
export async function createVenueWorld(database: TestDatabase) {
  const { db } = database;
  const link: { broker: ScriptedBroker | null } = { broker: null };
  const brokers: TradingDeps['brokers'] = {
    catalog: () => link.broker?.catalog() ?? [],
    connectionOf: (userId, brokerId) => link.broker?.connectionOf(userId, brokerId) ?? null,
  };
  const base = createTradingWorld(database, {
    brokers,
    connections: { ...NO_CONNECTIONS, hasVerified: async () => true },
  });
  const lease = { isOwner: true, isFresh: true };
  const fence = async () => {
    if (!lease.isOwner) throw new LeaseLostError(BROKER_SESSIONS);
  };
  const cluster = scriptedCluster({ fence, isFresh: () => lease.isFresh });
  const world = { ...base, deps: { ...base.deps, sessionShards: permanentShards(BROKER_SESSIONS, db, cluster) } };
  world.market.source = 'deriv';
  const broker = new ScriptedBroker(() => world.clock.now());
  link.broker = broker;
  const userId = await world.newUser();
  const choose = (kind: 'demo' | 'real' | null) => db.sql`
    UPDATE user_settings SET chosen_broker = ${kind && 'iqoption'}, chosen_kind = ${kind} WHERE user_id = ${userId}`;
  await choose('demo');
  await db.sql`UPDATE users SET max_concurrent_trades = 100 WHERE id = ${userId}`;
  broker.publishTo(world.bus, userId);

  /** Creates the parts of the server that trade at brokers, as one process runs them: order sender and venue loop. */
  const run = () => {
    const sender = new BrokerOrderSender(world.deps);
    const saleSender = new SaleSender(world.deps);
    const sales = createEarlySales(world.deps, saleSender);
    const loop = new VenueLoop(world.deps, sender, saleSender);
    const venues = {
      paper: createPaperVenue(world.deps, new PaperFills(world.deps)),
      broker: createBrokerVenue(world.deps, sender),
    };
    return { sender, saleSender, sales, loop, venues };
  };
  const life = { now: run() };
  const placing = () => ({ ...world.deps, venues: life.now.venues });

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) {
      await life.now.loop.idle();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const trades = () => db.sql<BrokerRow[]>`SELECT * FROM trades WHERE user_id = ${userId} ORDER BY created_at, id`;
  return {
    ...world,
    broker,
    userId,
    lease,
    /** Chooses an account of the broker; null chooses the paper account. */
    choose,
    start: () => life.now.loop.start(SHARDS),
    /** Discards the state of the process and starts it again. Orders that were already sent stay at the broker. */
    async restart() {
      const before = life.now;
      life.now = run();
      broker.release();
      await before.loop.stop(SHARDS);
      await before.sender.finish(SHARDS);
      await before.saleSender.finish(SHARDS);
      await life.now.loop.start(SHARDS);
    },
    place: (request: Partial<CreateOption> = {}, key: string | null = null, actor = actorOf(userId)) =>
      placeOrder(
        placing(),
        {
          actor,
          request: { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1, ...request },
          named: null,
        },
        key,
      ),
    /** Signs in with other credentials. Their demo account becomes the chosen account. */
    signInAs: async (login: string) => {
      broker.login = login;
      const key = { broker: 'iqoption', kind: 'demo', currency: 'USD', brokerAccount: `${login}-demo` } as const;
      await db.transaction((tx) => world.accounts.useBrokerAccount(tx, userId, key, world.clock.now()));
    },
    /** Writes an automatic order in its own transaction. Publishes and sends nothing. */
    writeAutomatic: (change: Partial<AutomaticOrder> = {}) =>
      db.transaction(async (tx) => {
        const entryTimeMs = world.clock.now();
        const target = await world.accounts.choice(tx, userId);
        const venue = target && (await automaticVenue(world.deps, tx, userId, target));
        return placeAutomatic(placing(), tx, {
          userId,
          target,
          account: venue?.account ?? (await world.accounts.mockAccount(tx, userId)),
          automation: 'strategy',
          automationId: world.deps.ids.next(),
          signalId: world.deps.ids.next(),
          symbol: 'EURUSD',
          source: world.market.source,
          direction: 'CALL',
          length: minutesLong(1),
          stakeMinor: minorUnits(1_000),
          entryTimeMs,
          acceptableUntilMs: epochMs(entryTimeMs + 2_000),
          ...change,
        });
      }),
    placing,
    sender: () => life.now.sender,
    offer: (tradeId: string, actor = actorOf(userId)) => life.now.sales.offer(actor, tradeId),
    sell: (tradeId: string, minPrice: number, key: string | null = null, actor = actorOf(userId)) =>
      life.now.sales.sell(actor, tradeId, { min_price: minPrice }, key),
    settle,
    /** Advances the clock and waits until all due work is done. */
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 1_000) {
        world.clock.advance(Math.min(left, 1_000));
        await settle();
      }
    },
    stop: () => life.now.loop.stop(SHARDS),
    trades,
    /**
     * Returns the user's trade.
     * @throws Error unless there is exactly one
     */
    only: async (): Promise<BrokerRow> => {
      const [trade, ...more] = await trades();
      if (trade === undefined || more.length > 0) throw new Error(`${more.length + 1} trades`);
      return trade;
    },
    /** Returns the balances of the synced demo account of a login, by default the first login. */
    async mirror(brokerAccount = 'login-demo') {
      const [row] = await db.sql<{ cash_minor: number; held_minor: number }[]>`
        SELECT cash_minor, held_minor FROM accounts
        WHERE user_id = ${userId} AND broker = 'iqoption' AND kind = 'demo' AND broker_account = ${brokerAccount}`;
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
