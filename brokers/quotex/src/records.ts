import type { BrokerClock } from '@vigia/broker-kit/clock';
import { ArrivalTimes, hasEqualAtOtherTime, type MatchWindow, matchOrders, verdictsOf } from '@vigia/broker-kit/orders';
import { Pauses } from '@vigia/broker-kit/pace';
import type {
  BrokerAccountKind,
  BrokerContract,
  BrokerFault,
  Reconciliation,
  SentTimedOrder,
} from '@vigia/broker-kit/port';
import { PendingRequests } from '@vigia/broker-kit/socket';
import { type Clock, epochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { Contracts } from './contracts.ts';
import { type ExpiryStyle, expiryErrorMs, expiryStyleOf } from './durations.ts';
import type { QuotexOrders } from './orders.ts';

export type RecordsOptions = {
  readonly clock: Clock;
  readonly serverClock: BrokerClock;
  readonly book: Contracts;
  readonly desk: QuotexOrders;
  isOpen(): boolean;
  kindOf(accountId: string): BrokerAccountKind | null;
  /**
   * Closes the socket. The new connection uses this account (demo or real), and the broker sends new lists of its
   * orders.
   */
  refreshLists(kind: BrokerAccountKind): void;
};

/** Time before the first order. The history is read from there on. */
const BEFORE_SENDING_MS = 12_000;
/**
 * Time after the expiry of an order. From then on the broker's complete history must contain the order. If the history
 * lacks the order, it was never opened, and no list of open orders is needed.
 */
const HISTORY_DECIDES_MS = 300_000;
/** Largest error of a contract's time, if a clock was changed during the session. */
const CLOCK_MAY_BE_OFF_MS = 5 * 60_000;
/** The broker's timestamps are whole seconds. */
const EXPIRY_TOLERANCE_MS = 2_000;
/**
 * Longest wait for new lists, enough for two reconnects. Without lists the execution status of the orders stays unknown
 * for now.
 */
const LIST_TIMEOUT_MS = 15_000;
/**
 * Growing intervals between reconnections. The broker sends its lists of contracts only at the start of a connection.
 * `orders`: reconnections for orders without a reply, until the history shows whether they exist. `ends`: reconnections
 * for contracts whose end was not reported.
 */
const REFRESH_INTERVALS = {
  orders: { firstMs: 15_000, longestMs: 30_000 },
  ends: { firstMs: 20_000, longestMs: 300_000 },
};
/**
 * Growing intervals between lookups of an order that the records do not decide yet. Together with `REFRESH_INTERVALS`,
 * an order is decided within 60 s after the end of a fault.
 */
const LOOK_UP_INTERVALS = { firstMs: 2_000, longestMs: 15_000 };
/** Longest time from the sending of an order to the start of its contract. */
const LATEST_BEGIN_MS = 25_000;
const NOT_CONNECTED: BrokerFault = { kind: 'network', detail: 'not connected' };

/** Resolves orders without a reply, with the broker's records. */
export class Records {
  readonly #options: RecordsOptions;
  readonly #lists: PendingRequests<BrokerAccountKind, null>;
  readonly #arrivals: ArrivalTimes;
  readonly #refreshes: Readonly<Record<keyof typeof REFRESH_INTERVALS, Pauses>>;
  readonly #lookUps: Pauses;
  #isRefreshing = false;

  constructor(options: RecordsOptions) {
    this.#options = options;
    this.#lists = new PendingRequests(options.clock);
    this.#arrivals = new ArrivalTimes(options.clock);
    this.#refreshes = {
      orders: new Pauses(options.clock, REFRESH_INTERVALS.orders),
      ends: new Pauses(options.clock, REFRESH_INTERVALS.ends),
    };
    this.#lookUps = new Pauses(options.clock, LOOK_UP_INTERVALS);
  }

  /** Handles the arrival of a list of open contracts of the demo or the real account. */
  onOpenList(kind: BrokerAccountKind): void {
    this.#lists.settle(kind, null);
  }

  /**
   * Handles the end of the socket. If this class closed the socket itself, no order was in flight and none was lost.
   */
  onDrop(): void {
    if (!this.#isRefreshing) this.#arrivals.onDrop();
  }

  async reconcile(
    orders: readonly SentTimedOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    if (!this.#options.isOpen()) return err(NOT_CONNECTED);
    const verdicts = new Map<SentTimedOrder, Reconciliation>();
    for (const kind of ['demo', 'real'] as const) {
      const ofKind = orders.filter(({ accountId }) => this.#options.kindOf(accountId) === kind);
      if (ofKind.length > 0) await this.#decide(kind, ofKind, claimed, verdicts);
    }
    return ok(orders.map((order) => verdicts.get(order) ?? { verdict: 'undecided' }));
  }

  /**
   * Decides the orders in three steps: with the known contracts, with the history and, if the last lists are too old,
   * with new lists and the history again. Lists are read before the history, so that an order that ends between the two
   * is in at least one of them.
   */
  async #decide(
    kind: BrokerAccountKind,
    orders: readonly SentTimedOrder[],
    claimed: ReadonlySet<string>,
    verdicts: Map<SentTimedOrder, Reconciliation>,
  ): Promise<void> {
    this.#decideByBook(kind, orders, claimed, verdicts);
    const nowMs = this.#options.clock.now();
    const due = orders.filter((order) => !verdicts.has(order) && nowMs >= this.#arrivals.provableFromMs(order));
    if (!due.some(({ orderId }) => this.#lookUps.isDue(orderId))) return;
    for (const { orderId } of due) this.#lookUps.begin(orderId);
    await this.#lookUp(kind, orders, claimed, verdicts);
    const isOpen = (order: SentTimedOrder): boolean => !isDecided(verdicts.get(order));
    const needsList = due.some((order) => isOpen(order) && this.#needsList(kind, order));
    if (needsList && (await this.refresh(kind, 'orders'))) await this.#lookUp(kind, orders, claimed, verdicts);
    const open = due.filter(isOpen);
    for (const order of due) if (!open.includes(order)) this.#lookUps.reset(order.orderId);
    if (open.length === 0) this.#refreshes.orders.reset(kind);
  }

  /** Decides orders without a request: orders that a late reply refused, and orders that are certainly running. */
  #decideByBook(
    kind: BrokerAccountKind,
    orders: readonly SentTimedOrder[],
    claimed: ReadonlySet<string>,
    verdicts: Map<SentTimedOrder, Reconciliation>,
  ): void {
    const { book, clock, desk } = this.#options;
    const found = this.#match(this.#byBrokerClock(orders), book.contractsOf(kind), claimed);
    orders.forEach((order, index) => {
      const contract = found[index];
      // No contract that matches this order can have ended yet, so the history cannot contain a second match.
      const isAllListed = clock.now() + LATEST_BEGIN_MS < earliestEndMs(order);
      if (desk.wasRefused(order.orderId)) verdicts.set(order, { verdict: 'absent' });
      else if (contract && (isAllListed || contract.orderId !== null))
        verdicts.set(order, { verdict: 'found', contract });
    });
  }

  async #lookUp(
    kind: BrokerAccountKind,
    orders: readonly SentTimedOrder[],
    claimed: ReadonlySet<string>,
    verdicts: Map<SentTimedOrder, Reconciliation>,
  ): Promise<void> {
    const { book } = this.#options;
    const list = book.openList(kind);
    const shifted = this.#byBrokerClock(orders);
    const ours = new Map(shifted.map((order, index) => [order, orders[index] ?? order]));
    const sinceMs = Math.min(...shifted.map(({ sentAtMs }) => sentAtMs)) - BEFORE_SENDING_MS;
    const ended = await book.readEnded(kind, sinceMs, new Set());
    const contracts = book.contractsOf(kind);
    const matched = this.#match(shifted, contracts, claimed);
    const history = ended.ok ? ended.value : null;
    const judged = { matched, claimed, window: this.#window('timer', []) };
    const byHistory = verdictsOf(shifted, {
      ...judged,
      records: { contracts, unread: history?.unread ?? [], isWhole: history?.isWhole === true },
      isLateEnough: (order) => this.#isInHistory(ours.get(order) ?? order),
    });
    const byLists = verdictsOf(shifted, {
      ...judged,
      records: { contracts, unread: [...(list?.unread ?? []), ...(history?.unread ?? [])], isWhole: list !== null },
      isLateEnough: (order) =>
        this.#isListed(ours.get(order) ?? order, list?.atMs ?? -Infinity, history?.isWhole === true),
    });
    const given = new Set([...claimed, ...matched.flatMap((contract) => contract?.contractId ?? [])]);
    shifted.forEach((order, index) => {
      const own = ours.get(order) ?? order;
      const verdict = [byHistory[index], byLists[index]].find((one) => one && one.verdict !== 'undecided');
      if (!verdict || isDecided(verdicts.get(own))) return;
      // The adapter detects a change of the broker's clock only with prices. Without prices, a contract that differs
      // only in its time may belong to the order.
      const isTwin = hasEqualAtOtherTime(order, contracts, given, CLOCK_MAY_BE_OFF_MS);
      if (verdict.verdict !== 'absent' || !isTwin) verdicts.set(own, verdict);
    });
  }

  /**
   * Returns whether a new list of open contracts is needed: only such a list can prove that the order does not exist,
   * and the last list is too old or has unreadable contracts.
   */
  #needsList(kind: BrokerAccountKind, order: SentTimedOrder): boolean {
    if (this.#isInHistory(order)) return false;
    const list = this.#options.book.openList(kind);
    return list === null || list.unread.length > 0 || list.atMs < this.#arrivals.provableFromMs(order);
  }

  /**
   * Returns whether a list that was read at that time must contain the order, if the order exists. If the order may
   * have ended by that time, the history must have been read too.
   */
  #isListed(order: SentTimedOrder, listedAtMs: number, isHistoryRead: boolean): boolean {
    if (listedAtMs < this.#arrivals.provableFromMs(order)) return false;
    return isHistoryRead || listedAtMs < earliestEndMs(order);
  }

  /** Returns whether the order, if it exists, ended so long ago that the history must contain it. */
  #isInHistory({ sentAtMs, durationS, symbol }: SentTimedOrder): boolean {
    const latestEndMs = sentAtMs + durationS * 1000 + expiryErrorMs(expiryStyleOf(symbol), durationS);
    return this.#options.clock.now() >= latestEndMs + HISTORY_DECIDES_MS;
  }

  #byBrokerClock(orders: readonly SentTimedOrder[]): readonly SentTimedOrder[] {
    const offsetMs = this.#options.serverClock.offsetMs();
    return orders.map((order) => ({ ...order, sentAtMs: epochMs(order.sentAtMs + offsetMs) }));
  }

  /**
   * Returns the contract of each order, or null. Orders of one expiry style are matched together, because no asset has
   * both styles.
   */
  #match(
    orders: readonly SentTimedOrder[],
    contracts: readonly BrokerContract[],
    claimed: ReadonlySet<string>,
  ): readonly (BrokerContract | null)[] {
    const found = new Map<SentTimedOrder, BrokerContract | null>();
    for (const style of ['timer', 'grid'] as const) {
      const ofStyle = orders.filter(({ symbol }) => expiryStyleOf(symbol) === style);
      const matched = matchOrders(ofStyle, contracts, claimed, this.#window(style, ofStyle));
      ofStyle.forEach((order, index) => void found.set(order, matched[index] ?? null));
    }
    return orders.map((order) => found.get(order) ?? null);
  }

  #window(style: ExpiryStyle, orders: readonly SentTimedOrder[]): MatchWindow {
    const isMeasured = this.#options.serverClock.time().offsetMs !== null;
    const errorsMs = orders.map(({ durationS }) => expiryErrorMs(style, durationS));
    return {
      // The broker's timestamps are whole seconds.
      earlyMs: isMeasured ? 2_500 : 10_000,
      lateMs: isMeasured ? 15_000 : LATEST_BEGIN_MS,
      expiryToleranceMs: EXPIRY_TOLERANCE_MS + Math.max(0, ...errorsMs),
    };
  }

  /**
   * Requests new lists, which the broker sends only on a new connection. Closes the socket once no order waits for its
   * reply, and then waits for the lists. Does nothing while the pause after the last such call lasts.
   * @returns whether the lists arrived
   */
  refresh(kind: BrokerAccountKind, what: 'orders' | 'ends'): Promise<boolean> {
    return this.#options.desk.whenIdle(async () => {
      if (!this.#options.isOpen() || !this.#refreshes[what].isDue(kind)) return false;
      this.#refreshes[what].begin(kind);
      const list = this.#lists.wait(kind, LIST_TIMEOUT_MS);
      this.#isRefreshing = true;
      this.#options.refreshLists(kind);
      const isListed = (await list).ok;
      this.#isRefreshing = false;
      return isListed;
    });
  }
}

/** Returns whether a verdict is final, so that further records cannot change it. */
const isDecided = (verdict: Reconciliation | undefined): boolean =>
  verdict?.verdict === 'found' || verdict?.verdict === 'absent';

/** Returns the earliest time, by Vigía's clock, at which a contract of the order can end. */
function earliestEndMs({ sentAtMs, durationS, symbol }: SentTimedOrder): number {
  return sentAtMs + durationS * 1000 - expiryErrorMs(expiryStyleOf(symbol), durationS);
}
