import type {
  Broker,
  BrokerAccount,
  BrokerAsset,
  BrokerContract,
  BrokerOrder,
  BrokerSession,
  BrokerState,
  ContractResult,
  OrderReply,
  Reconciliation,
} from '@vigia/broker-kit/port';
import type { CreateOption } from '@vigia/contract';
import { type EpochMs, epochMs, err, minorUnits, ok, ratio } from '@vigia/core/kernel';
import type { Bus } from '#platform/bus/bus.ts';
import { LostOwnership } from '#platform/ownership/ownership.ts';
import { Tenure } from '#platform/ownership/tenure.ts';
import { heldForGood } from '#platform/ownership/testing-held.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { NO_CONNECTIONS } from '../../accounts/index.ts';
import {
  BROKER_ACCOUNTS_CHANGED,
  BROKER_CONNECTED,
  BROKER_CONTRACT,
  type Brokers,
  OUTSIDE,
} from '../../brokers/index.ts';
import type { TradingDeps } from '../deps.ts';
import { type AutomaticOrder, placeAutomatic } from '../place-automatic.ts';
import { placeTrade } from '../place-trade.ts';
import { personOf, tradingWorld } from '../testing.ts';
import type { BrokerRow } from './broker-trades.repository.ts';
import { OrderDesk } from './order-desk.ts';
import { VenueLoop } from './venue-loop.ts';

export const START_BALANCE_MINOR = 1_000_000;

/** What the next order meets at the broker. */
export type Fate =
  | 'accept'
  | 'refuse'
  /** It arrives and is booked; its reply is lost. */
  | 'lose_reply'
  /** It never arrives, and nobody can tell. */
  | 'lose_order'
  /** It is booked, and nothing is said of it until the test says so. */
  | 'hang';

const asset: BrokerAsset = {
  ...{ symbol: 'EURUSD', name: 'EUR/USD', type: 'forex', decimals: 5, isOpen: true },
  ...{ durationsS: [60, 120, 300], payoutRatio: ratio(0.85) },
  ...{ minStakeMinor: minorUnits(100), maxStakeMinor: minorUnits(500_000) },
};

/**
 * A broker with a book of its own, in which the test reads what was really placed. One login; everything it says is scripted,
 * and nothing of it is lost when the server of ours is.
 */
class ScriptedBroker implements Pick<Brokers, 'catalog' | 'connectionOf' | 'chosenKind'> {
  readonly #now: () => EpochMs;
  readonly #traits: Broker;
  /** Contracts by the broker's own name, in the order of their booking. */
  readonly book = new Map<string, BrokerContract>();
  /** Orders that were handed over, each time one was. */
  readonly handedOver: string[] = [];
  readonly followed = new Set<string>();
  fates: Fate[] = [];
  asset: BrokerAsset = asset;
  payout = 0.85;
  balanceMinor = START_BALANCE_MINOR;
  /** Whether the broker hands our tag back. */
  tags = true;
  /** Whether its records can be read, and are late enough. */
  records: 'whole' | 'early' | 'unreadable' = 'whole';
  state: BrokerState = { status: 'connected' };
  isThere = true;
  /** The account the person chose for the connection. */
  chosen: 'demo' | 'real' = 'demo';
  /** Whose login the session is of. */
  login = 'login';
  /** Accounts of the login beside the one that is traded on. */
  more: readonly BrokerAccount[] = [];
  #waiting: (() => void)[] = [];
  #bus: Bus | null = null;
  #userId = '';

  constructor(now: () => EpochMs) {
    this.#now = now;
    this.#traits = {
      id: 'iqoption',
      traits: {
        ...{ displayName: 'IQ Option', isOfficial: false, isExperimental: false, forbidsBots: false },
        ...{ credentialKinds: ['password'], onEqualPrices: 'tie', shortestCandleS: 1 },
        domains: [],
        words: { site: 'broker.example', known: 'Permite programas como este.' },
      },
      open: () => this.session,
    };
  }

  /** From now on what happens is told there, as of this person's login. */
  tell(bus: Bus, userId: string): void {
    this.#bus = bus;
    this.#userId = userId;
  }

  catalog = () => [this.#traits];
  chosenKind = async () => this.chosen;
  connectionOf: Brokers['connectionOf'] = (_userId, brokerId) =>
    this.isThere && brokerId === 'iqoption'
      ? { broker: this.#traits, session: this.session, kind: this.chosen, account: this.#account(this.chosen) }
      : null;

  #account(kind: 'demo' | 'real'): BrokerAccount {
    return { accountId: `${this.login}-${kind}`, kind, currency: 'USD', balanceMinor: minorUnits(this.balanceMinor) };
  }

  /** The session is back: the broker's word can be had again. */
  connect(): void {
    this.state = { status: 'connected' };
    this.#bus?.publish(BROKER_CONNECTED, { userId: this.#userId, brokerId: 'iqoption' });
  }

  disconnect(): void {
    this.state = { status: 'connecting', fault: { kind: 'network', detail: 'cut' } };
    this.release();
  }

  /** What hung is answered: by a connection that is gone. */
  release(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Ends a contract at the broker and, where it is told, says so: to whoever follows it, if the session is up. */
  end(contractId: string, outcome: ContractResult['outcome'], profitMinor: number, price: number | null = 1.2): void {
    const contract = this.book.get(contractId);
    if (contract === undefined) throw new Error(`no contract ${contractId}`);
    const before = contract.result === null ? 0 : contract.stakeMinor + contract.result.profitMinor;
    const settledAtMs = epochMs(Math.max(this.#now(), outcome === 'sold' ? 0 : contract.expiryMs));
    const result = { outcome, profitMinor: minorUnits(profitMinor), settlePrice: price, settledAtMs };
    this.balanceMinor += contract.stakeMinor + profitMinor - before;
    this.book.set(contractId, { ...contract, result });
    this.tellContract(contractId);
  }

  tellContract(contractId: string): void {
    const contract = this.book.get(contractId);
    if (contract === undefined || this.state.status !== 'connected') return;
    this.#bus?.publish(BROKER_CONTRACT, {
      userId: this.#userId,
      brokerId: 'iqoption',
      contract: this.#tagged(contract),
    });
    this.tellBalance();
  }

  tellBalance(): void {
    const accounts = this.session.accounts();
    this.#bus?.publish(BROKER_ACCOUNTS_CHANGED, { userId: this.#userId, brokerId: 'iqoption', accounts });
  }

  /** What the broker really has of this order. */
  contractsOf = (orderId: string) => [...this.book.values()].filter((contract) => contract.orderId === orderId);

  #tagged = (contract: BrokerContract): BrokerContract => (this.tags ? contract : { ...contract, orderId: null });

  #bookOrder(order: BrokerOrder): BrokerContract {
    const openedAtMs = this.#now();
    const contract: BrokerContract = {
      ...{ contractId: `c${this.book.size + 1}`, orderId: order.orderId, accountId: order.accountId },
      ...{ symbol: order.symbol, direction: order.direction, stakeMinor: order.stakeMinor },
      ...{ payoutRatio: ratio(this.payout), entryPrice: 1.1, openedAtMs },
      expiryMs: epochMs(openedAtMs + order.durationS * 1_000),
      result: null,
    };
    this.book.set(contract.contractId, contract);
    this.balanceMinor -= order.stakeMinor;
    return contract;
  }

  async #place(order: BrokerOrder): Promise<OrderReply> {
    this.handedOver.push(order.orderId);
    if (this.state.status !== 'connected') {
      return { outcome: 'refused', fault: { kind: 'network', detail: 'not sent' } };
    }
    const sentAtMs = this.#now();
    const fate = this.fates.shift() ?? 'accept';
    const lost = { outcome: 'unknown', cause: 'connection_lost', sentAtMs } as const;
    switch (fate) {
      case 'accept':
        return { outcome: 'accepted', contract: this.#tagged(this.#bookOrder(order)) };
      case 'refuse':
        return { outcome: 'refused', fault: { kind: 'insufficient_funds', detail: 'no money' } };
      case 'lose_reply':
        this.#bookOrder(order);
        return lost;
      case 'lose_order':
        return lost;
      case 'hang':
        this.#bookOrder(order);
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        return lost;
    }
  }

  readonly session: BrokerSession = {
    connect: async () => ok(null),
    answerCode: async () => ok(null),
    state: () => this.state,
    accounts: () => [this.#account('demo'), ...this.more],
    assets: () => [this.asset],
    time: () => ({ offsetMs: 0, roundTripMs: 40 }),
    quote: async () => ok(ratio(this.payout)),
    place: (order) => this.#place(order),
    reconcile: async (orders, claimed) => {
      if (this.records === 'unreadable') return err({ kind: 'network', detail: 'no answer' });
      const taken = new Set(claimed);
      return ok(
        orders.map((order): Reconciliation => {
          const contract = [...this.book.values()].find(
            (one) => one.orderId === order.orderId && !taken.has(one.contractId),
          );
          if (contract === undefined) return { verdict: this.records === 'early' ? 'undecided' : 'absent' };
          taken.add(contract.contractId);
          return { verdict: 'found', contract: this.#tagged(contract) };
        }),
      );
    },
    follow: (contracts) => {
      for (const { contractId } of contracts) {
        this.followed.add(contractId);
        if (this.book.get(contractId)?.result) this.tellContract(contractId);
      }
    },
    watch: () => () => undefined,
    candles: async () => err({ kind: 'unknown', detail: 'none' }),
    close: async () => undefined,
  };
}

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

/**
 * Holds our records against the broker's own book: no order handed over twice, each contract one trade's, and what has ended
 * ended with the broker's money.
 * @returns what does not hold
 */
export async function bookFaults(world: Awaited<ReturnType<typeof venueWorld>>): Promise<readonly string[]> {
  const { broker } = world;
  const trades = await world.trades();
  const twice = broker.handedOver.filter((id, index) => broker.handedOver.indexOf(id) !== index);
  const doubled = trades.filter(({ id }) => broker.contractsOf(id).length > 1);
  return [
    ...twice.map((id) => `order ${id} was handed over twice`),
    ...doubled.map(({ id }) => `order ${id} has two contracts`),
    ...trades.flatMap((trade) => tradeFaults(trade, broker.contractsOf(trade.id)[0])),
  ];
}

function tradeFaults(trade: BrokerRow, contract: BrokerContract | undefined): readonly string[] {
  const { id, status, execution, broker_ref: ref, profit_minor: profit } = trade;
  if (execution === 'pending' || execution === 'unknown') return [];
  if (execution === 'rejected')
    return contract === undefined ? [] : [`order ${id}, rejected, has ${contract.contractId}`];
  if (contract === undefined || contract.contractId !== ref)
    return [`trade ${id} is on ${ref}, the book says otherwise`];
  if (status === 'active') return [];
  const told = contract.result?.profitMinor ?? null;
  return told === profit ? [] : [`trade ${id} ended with ${profit}, the broker says ${told}`];
}
