import { ContractTracker, type FollowedContract } from '@vigia/broker-kit/orders';
import type {
  BrokerAccount,
  BrokerContract,
  BrokerDeps,
  BrokerFault,
  BrokerListener,
  Reconciliation,
  SentTimedOrder,
  TimedOrder,
} from '@vigia/broker-kit/port';
import type { EpochMs, Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Client } from './client.ts';
import { DealsHistory } from './deals-history.ts';
import type { BrowserSession } from './login.ts';
import { contractOf, type DealFacts, dealFactsOf, termsOfOrder } from './mapper.ts';
import { Records } from './records.ts';
import type { WireMessage } from './wire/frames.ts';
import { DealRow, rowsOf } from './wire/shapes.ts';

/** Time before the first expiry. The history of followed deals is read from there on. */
const BEFORE_EXPIRY_MS = 30_000;
/** Number of deals in memory. They are needed because some messages contain only the id of a deal. */
const MAX_KNOWN = 2_000;
const MAX_EXPECTED = 500;

/** Stores the deals (option contracts) of a login, publishes the end of each deal, and matches deals with orders. */
export class Contracts {
  readonly #accounts: () => readonly BrokerAccount[];
  readonly #deps: BrokerDeps;
  readonly #tracker: ContractTracker;
  readonly #records: Records;
  readonly #known = new Map<string, DealFacts>();
  /** Orders without a reply, by the uuid that the reply will contain. */
  readonly #expected = new Map<string, SentTimedOrder>();

  constructor(
    client: Client,
    session: BrowserSession,
    accounts: () => readonly BrokerAccount[],
    listener: BrokerListener,
    deps: BrokerDeps,
  ) {
    this.#accounts = accounts;
    this.#deps = deps;
    this.#records = new Records({
      clock: deps.clock,
      client,
      history: new DealsHistory(session, deps),
      currencyOf: (accountId) => this.#currencyOf(accountId),
      account: (accountId) => this.#account(accountId),
      read: (row, accountId) => this.#read(row, accountId),
    });
    this.#tracker = new ContractTracker({
      clock: deps.clock,
      offsetMs: () => client.serverClock.offsetMs(),
      poll: (contracts) => this.#poll(contracts),
      publish: (contract) => listener.onContract(contract),
    });
  }

  /** Stores an order before it is sent, so that a late reply can be matched with the order. */
  expect(order: TimedOrder, sentAtMs: EpochMs): void {
    keepUpTo(MAX_EXPECTED, this.#expected, order.orderId, { ...order, sentAtMs });
  }

  /** Removes an order, after its reply has arrived or the wait for the reply has ended. */
  forget(orderId: string): void {
    this.#expected.delete(orderId);
  }

  /** Handles a reply that arrives after the wait for it has ended. The reply still identifies the deal. */
  onLateReply({ uuid, d }: WireMessage): void {
    const order = this.#expected.get(uuid ?? '');
    const [row] = rowsOf(DealRow, d);
    if (!order) return;
    this.forget(order.orderId);
    const currency = this.#currencyOf(order.accountId);
    if (row && row.status !== 'cancel')
      this.begin(row, termsOfOrder(order, row, { currency, payoutRatio: null, nowMs: order.sentAtMs }));
  }

  /** Handles the start of a deal of an order. From now on the deal is followed, and its end is published. */
  begin(row: DealRow, background: DealFacts): BrokerContract | null {
    this.#learn(row.id, background);
    const contract = contractOf(row, background.accountId, background, (id) => this.#currencyOf(id));
    if (contract) {
      this.#tracker.follow([contract]);
      this.#tracker.see(contract);
    }
    return contract;
  }

  follow(contracts: readonly FollowedContract[]): void {
    this.#tracker.follow(contracts);
  }

  /**
   * Handles the pushed messages with the codes 22, 21 and 26, which report a deal. Fields that a message lacks come
   * from an earlier message or from the records.
   */
  onPush(d: unknown): void {
    const onUnreadable = () => this.#deps.oddities?.unreadable('deal', true);
    for (const row of rowsOf(DealRow, d, onUnreadable)) {
      const contract = this.#read(row, null);
      if (contract) this.#tracker.see(contract);
    }
  }

  onDrop(): void {
    this.#records.onDrop();
  }

  /** Handles a reconnect: reads from the records which deals have ended meanwhile. */
  catchUp(): void {
    void this.#tracker.pollDue();
  }

  stop(): void {
    this.#tracker.stop();
  }

  reconcile(
    orders: readonly SentTimedOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    return this.#records.reconcile(orders, claimed);
  }

  async #poll(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const sinceMs = Math.min(...contracts.map(({ expiryMs }) => expiryMs)) - BEFORE_EXPIRY_MS;
    const wanted = new Set(contracts.map(({ contractId }) => contractId));
    const seen: BrokerContract[] = [];
    for (const accountId of new Set(contracts.map((contract) => contract.accountId))) {
      const read = await this.#records.ofAccount(accountId, sinceMs);
      if (read.ok) seen.push(...read.value.contracts.filter(({ contractId }) => wanted.has(contractId)));
      else this.#deps.log('info', `records of deals could not be read: ${read.error.kind} (${read.error.detail})`);
    }
    return seen;
  }

  #currencyOf(accountId: string): Currency | null {
    return this.#account(accountId)?.currency ?? null;
  }

  #account(accountId: string): BrokerAccount | null {
    return this.#accounts().find((account) => account.accountId === accountId) ?? null;
  }

  #read(row: DealRow, accountId: string | null): BrokerContract | null {
    const contract = contractOf(row, accountId, this.#known.get(row.id) ?? null, (id) => this.#currencyOf(id));
    if (contract) this.#learn(row.id, contract);
    return contract;
  }

  #learn(dealId: string, background: DealFacts): void {
    keepUpTo(MAX_KNOWN, this.#known, dealId, dealFactsOf(background));
  }
}

function keepUpTo<Value>(size: number, map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > size && !oldest.done) map.delete(oldest.value);
}
