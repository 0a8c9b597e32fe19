import {
  Arrivals,
  type BrokerRecords,
  ContractTracker,
  type FollowedContract,
  matchOrders,
  type RecordRow,
  recordsOf,
  verdictsOf,
} from '@vigia/broker-kit/orders';
import { Pauses } from '@vigia/broker-kit/pace';
import type {
  BrokerAccount,
  BrokerContract,
  BrokerDeps,
  BrokerFault,
  BrokerListener,
  BrokerOrder,
  Reconciliation,
  SentOrder,
} from '@vigia/broker-kit/port';
import { type EpochMs, epochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Client } from './client.ts';
import { backgroundOf, contractOf, type DealBackground, termsOfOrder, unreadRow } from './mapper.ts';
import { DealsHistory } from './records.ts';
import type { BrowserSession } from './wire/access-token.ts';
import { EVENT_CODE } from './wire/codes.ts';
import type { WireMessage } from './wire/frames.ts';
import { DealRow, rowsOf } from './wire/shapes.ts';

/**
 * A deal begins at most this long before its order was sent, because clocks differ by up to half a second and begins
 * are whole seconds.
 */
const EARLY_MS = 3_000;
/** A deal begins at most this long after its order was sent. */
const LATE_MS = 12_000;
/** A deal appears in the history at most this long after its expiry. */
const CLOSED_WITHIN_MS = 12_000;
const EXPIRY_TOLERANCE_MS = 2_000;
const WINDOW = { earlyMs: EARLY_MS, lateMs: LATE_MS, expiryToleranceMs: EXPIRY_TOLERANCE_MS };
/** Pauses between look-ups of an order that the records do not decide. */
const LOOK_UP_PAUSES = { firstMs: 3_000, longestMs: 30_000 };
/** The history of followed deals is read from this long before the first expiry. */
const BEFORE_EXPIRY_MS = 30_000;
/** Number of deals kept in memory; some messages carry only the id of a deal. */
const MAX_KNOWN = 2_000;
const MAX_EXPECTED = 500;

/** Keeps the deals of a login, publishes how each ends, and matches deals with orders. */
export class Contracts {
  readonly #client: Client;
  readonly #history: DealsHistory;
  readonly #accounts: () => readonly BrokerAccount[];
  readonly #deps: BrokerDeps;
  readonly #tracker: ContractTracker;
  readonly #arrivals: Arrivals;
  readonly #lookUps: Pauses;
  readonly #known = new Map<string, DealBackground>();
  /** Orders without a reply, by the uuid the reply will carry. */
  readonly #expected = new Map<string, SentOrder>();

  constructor(
    client: Client,
    session: BrowserSession,
    accounts: () => readonly BrokerAccount[],
    listener: BrokerListener,
    deps: BrokerDeps,
  ) {
    this.#client = client;
    this.#history = new DealsHistory(session, deps);
    this.#accounts = accounts;
    this.#deps = deps;
    this.#arrivals = new Arrivals(deps.clock);
    this.#lookUps = new Pauses(deps.clock, LOOK_UP_PAUSES);
    this.#tracker = new ContractTracker({
      clock: deps.clock,
      offsetMs: () => client.time.offsetOrZeroMs(),
      poll: (contracts) => this.#poll(contracts),
      publish: (contract) => listener.onContract(contract),
    });
  }

  /** Called before an order is sent. */
  expect(order: BrokerOrder, sentAtMs: EpochMs): void {
    keepUpTo(MAX_EXPECTED, this.#expected, order.orderId, { ...order, sentAtMs });
  }

  /** Called when the reply arrived or the wait for it ended. */
  forget(orderId: string): void {
    this.#expected.delete(orderId);
  }

  /** Handles a reply that arrives after the wait for it ended. It still identifies the deal. */
  onLateReply({ uuid, d }: WireMessage): void {
    const order = this.#expected.get(uuid ?? '');
    const [row] = rowsOf(DealRow, d);
    if (!order) return;
    this.forget(order.orderId);
    const currency = this.#currencyOf(order.accountId);
    if (row && row.status !== 'cancel')
      this.begin(row, termsOfOrder(order, row, { currency, payoutRatio: null, nowMs: order.sentAtMs }));
  }

  /** Called when one of our deals has begun. From now on the deal is followed, and its end is published. */
  begin(row: DealRow, background: DealBackground): BrokerContract | null {
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
   * Handles the pushed messages with the codes 22, 21 and 26, which report on a deal. Missing fields come from an
   * earlier message or from the records.
   */
  onPush(d: unknown): void {
    for (const row of rowsOf(DealRow, d)) {
      const contract = this.#read(row, null);
      if (contract) this.#tracker.see(contract);
    }
  }

  onDrop(): void {
    this.#arrivals.onDrop();
  }

  /** Reads after a reconnect which deals ended meanwhile. */
  catchUp(): void {
    void this.#tracker.pollDue();
  }

  stop(): void {
    this.#tracker.stop();
  }

  /**
   * Implements the method of the broker port. Open deals are read before closed ones, so that a deal that ends between
   * the two reads is in at least one of them.
   */
  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    const nowMs = this.#deps.clock.now();
    const keys = orders.map((order) => this.#lookUpKey(order, nowMs));
    if (!keys.some((key) => this.#lookUps.isDue(key))) return ok(orders.map(() => ({ verdict: 'undecided' })));
    for (const key of keys) this.#lookUps.begin(key);
    const shiftMs = this.#client.time.offsetOrZeroMs();
    const sinceMs = Math.min(...orders.map(({ sentAtMs }) => sentAtMs)) + shiftMs - EARLY_MS;
    const read = await this.#recordsOfAll(new Set(orders.map((order) => order.accountId)), sinceMs);
    if (!read.ok) return read;
    const shifted = orders.map((order) => ({ ...order, sentAtMs: epochMs(order.sentAtMs + shiftMs) }));
    const verdicts = verdictsOf(shifted, {
      matched: matchOrders(shifted, read.value.contracts, claimed, WINDOW),
      records: read.value,
      claimed,
      window: WINDOW,
      isLateEnough: (order) => this.#isLateEnough({ ...order, sentAtMs: epochMs(order.sentAtMs - shiftMs) }, nowMs),
    });
    const named = verdicts.map((verdict, index) => withOrderId(verdict, orders[index]?.orderId ?? null));
    keys.forEach((key, index) => {
      if (['found', 'absent'].includes(named[index]?.verdict ?? '')) this.#lookUps.reset(key);
    });
    return ok(named);
  }

  /** Names the look-ups of an order. Those from the time on from which records prove its absence are paced anew. */
  #lookUpKey(order: SentOrder, nowMs: number): string {
    return `${order.orderId} ${nowMs >= this.#arrivals.provableFromMs(order) ? 'late' : 'early'}`;
  }

  /** Whether records read from that time on hold the order, if it exists. */
  #isLateEnough(order: SentOrder, nowMs: number): boolean {
    const sinceExpiryMs = nowMs - order.sentAtMs - order.durationS * 1_000;
    // Around its expiry, a deal may be neither in the list of open deals nor in that of closed ones.
    const isBetweenLists = sinceExpiryMs > -EARLY_MS && sinceExpiryMs < CLOSED_WITHIN_MS + EARLY_MS;
    return nowMs >= this.#arrivals.provableFromMs(order) && !isBetweenLists;
  }

  async #recordsOfAll(accountIds: ReadonlySet<string>, sinceMs: number): Promise<Result<BrokerRecords, BrokerFault>> {
    const all: BrokerRecords[] = [];
    for (const accountId of accountIds) {
      const read = await this.#records(accountId, sinceMs);
      if (!read.ok) return read;
      all.push(read.value);
    }
    return ok({
      contracts: all.flatMap(({ contracts }) => contracts),
      unread: all.flatMap(({ unread }) => unread),
      isWhole: all.every(({ isWhole }) => isWhole),
    });
  }

  async #poll(contracts: readonly FollowedContract[]): Promise<readonly BrokerContract[]> {
    const sinceMs = Math.min(...contracts.map(({ expiryMs }) => expiryMs)) - BEFORE_EXPIRY_MS;
    const wanted = new Set(contracts.map(({ contractId }) => contractId));
    const seen: BrokerContract[] = [];
    for (const accountId of new Set(contracts.map((contract) => contract.accountId))) {
      const read = await this.#records(accountId, sinceMs);
      if (read.ok) seen.push(...read.value.contracts.filter(({ contractId }) => wanted.has(contractId)));
      else this.#deps.log('info', `records of deals could not be read: ${read.error.kind} (${read.error.detail})`);
    }
    return seen;
  }

  /** Open and closed deals of an account without those closed before `sinceMs`. A deal in both counts as closed. */
  async #records(accountId: string, sinceMs: number): Promise<Result<BrokerRecords, BrokerFault>> {
    const account = this.#accounts().find((one) => one.accountId === accountId);
    if (!account) return err({ kind: 'unknown', detail: 'no such account in this login' });
    await this.#client.turn('records');
    const open = await this.#client.ask(EVENT_CODE.openDeals, [{ account_id: Number(accountId), group: account.kind }]);
    if (!open.ok) return err({ kind: 'network', detail: `open deals: ${open.error}` });
    if (!Array.isArray(open.value.d)) return err({ kind: 'unknown', detail: 'open deals: another shape' });
    const closed = await this.#history.read(account, sinceMs);
    if (!closed.ok) return closed;
    const rows: readonly unknown[] = [...open.value.d, ...closed.value.rows];
    const { contracts, unread, isWhole } = recordsOf(
      rows.map((row) => this.#recordRow(row, accountId)),
      closed.value.isWhole,
    );
    const known = new Set(contracts.map(({ contractId }) => contractId));
    return ok({
      contracts,
      unread: unread.filter(({ contractId }) => contractId === null || !known.has(contractId)),
      isWhole,
    });
  }

  #recordRow(input: unknown, accountId: string): RecordRow {
    const [row] = rowsOf(DealRow, [input]);
    const contract = row ? this.#read(row, accountId) : null;
    return contract
      ? { kind: 'contract', contract }
      : { kind: 'unread', row: unreadRow(input, accountId, (id) => this.#currencyOf(id)) };
  }

  #currencyOf(accountId: string): Currency | null {
    return this.#accounts().find((account) => account.accountId === accountId)?.currency ?? null;
  }

  #read(row: DealRow, accountId: string | null): BrokerContract | null {
    const contract = contractOf(row, accountId, this.#known.get(row.id) ?? null, (id) => this.#currencyOf(id));
    if (contract) this.#learn(row.id, contract);
    return contract;
  }

  #learn(dealId: string, background: DealBackground): void {
    keepUpTo(MAX_KNOWN, this.#known, dealId, backgroundOf(background));
  }
}

function keepUpTo<Value>(size: number, map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > size && !oldest.done) map.delete(oldest.value);
}

/** Olymp Trade keeps no tag of an order; what was found is ours by the search. */
const withOrderId = (verdict: Reconciliation, orderId: string | null): Reconciliation =>
  verdict.verdict === 'found' ? { verdict: 'found', contract: { ...verdict.contract, orderId } } : verdict;
