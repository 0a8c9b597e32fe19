import { Arrivals, hasTwinAtAnotherTime, type MatchWindow, matchOrders } from '@vigia/broker-kit/orders';
import type { BrokerAccountKind, BrokerContract, BrokerFault, Reconciliation, SentOrder } from '@vigia/broker-kit/port';
import { PendingRequests } from '@vigia/broker-kit/socket';
import { type Clock, epochMs, err, ok, type Result } from '@vigia/core/kernel';
import type { Contracts } from './contracts.ts';
import { type ExpiryStyle, expiryErrorMs, expiryStyleOf } from './expiry.ts';
import type { Orders } from './orders.ts';
import { Pauses } from './pauses.ts';
import type { ServerClock } from './server-clock.ts';

export type RecordsOptions = {
  readonly clock: Clock;
  readonly serverClock: ServerClock;
  readonly book: Contracts;
  readonly desk: Orders;
  isOpen(): boolean;
  kindOf(accountId: string): BrokerAccountKind | null;
  /** Closes the socket. The new connection uses that account, demo or real, and brings new lists of its orders. */
  refreshLists(kind: BrokerAccountKind): void;
};

/** The history is read from this long before the first order. */
const BEFORE_SENDING_MS = 12_000;
/**
 * An order that expired longer ago than this must be in the broker's complete history. If it is missing there, it was
 * never opened, and the list of open orders need not be asked.
 */
const HISTORY_DECIDES_MS = 300_000;
/** Largest error of a contract's time if a clock was changed during the session. */
const CLOCK_MAY_BE_OFF_MS = 5 * 60_000;
/** The broker's timestamps are whole seconds. */
const EXPIRY_TOLERANCE_MS = 2_000;
/** Longest wait for new lists, enough for two reconnects. After it the outcome stays unknown for now. */
const LIST_TIMEOUT_MS = 15_000;
/** Pauses between connections that are made only for new lists. */
const REFRESH_PAUSES = { firstMs: 20_000, longestMs: 300_000 };
const NOT_CONNECTED: BrokerFault = { kind: 'network', detail: 'not connected' };

/** Resolves orders without a reply by the broker's records. */
export class Records {
  readonly #options: RecordsOptions;
  readonly #lists: PendingRequests<BrokerAccountKind, null>;
  readonly #arrivals: Arrivals;
  readonly #pauses: Pauses;
  #isRefreshing = false;

  constructor(options: RecordsOptions) {
    this.#options = options;
    this.#lists = new PendingRequests(options.clock);
    this.#arrivals = new Arrivals(options.clock);
    this.#pauses = new Pauses(options.clock, REFRESH_PAUSES);
  }

  /** Called when the broker has listed the open contracts of an account, demo or real. */
  onOpenList(kind: BrokerAccountKind): void {
    this.#lists.settle(kind, null);
  }

  /** Called when the socket is lost. If we closed it ourselves with nothing in flight, no order was lost. */
  onDrop(): void {
    if (!this.#isRefreshing) this.#arrivals.onDrop();
  }

  async reconcile(
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
  ): Promise<Result<readonly Reconciliation[], BrokerFault>> {
    if (!this.#options.isOpen()) return err(NOT_CONNECTED);
    const verdicts = new Map<SentOrder, Reconciliation>();
    for (const kind of ['demo', 'real'] as const) {
      const ofKind = orders.filter(({ accountId }) => this.#options.kindOf(accountId) === kind);
      if (ofKind.length > 0) await this.#decide(kind, ofKind, claimed, verdicts);
    }
    return ok(orders.map((order) => verdicts.get(order) ?? { verdict: 'undecided' }));
  }

  /**
   * Looks the orders up. If the lists are too old to prove that an order is absent, requests new lists and looks again.
   */
  async #decide(
    kind: BrokerAccountKind,
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
    verdicts: Map<SentOrder, Reconciliation>,
  ): Promise<void> {
    await this.#lookUp(kind, orders, claimed, verdicts);
    const nowMs = this.#options.clock.now();
    const isDue = orders.some((order) => !verdicts.has(order) && nowMs >= this.#arrivals.provableFromMs(order));
    if (isDue && (await this.refresh(kind))) await this.#lookUp(kind, orders, claimed, verdicts);
    if (orders.every((order) => verdicts.has(order))) this.#pauses.reset(kind);
  }

  async #lookUp(
    kind: BrokerAccountKind,
    orders: readonly SentOrder[],
    claimed: ReadonlySet<string>,
    verdicts: Map<SentOrder, Reconciliation>,
  ): Promise<void> {
    const { book, serverClock } = this.#options;
    const offsetMs = serverClock.offsetMs() ?? 0;
    // Reads open orders first and ended ones second, so that an order that ends in between is in at least one list.
    const listedAtMs = book.openListAtMs(kind);
    const sinceMs = Math.min(...orders.map(({ sentAtMs }) => sentAtMs)) + offsetMs - BEFORE_SENDING_MS;
    const ended = await book.readEnded(kind, sinceMs, new Set());
    const shifted = orders.map((order) => ({ ...order, sentAtMs: epochMs(order.sentAtMs + offsetMs) }));
    const contracts = book.contractsOf(kind);
    const found = this.#match(shifted, contracts, claimed);
    const given = new Set([...claimed, ...found.flatMap((contract) => contract?.contractId ?? [])]);
    orders.forEach((order, index) => {
      const contract = found[index];
      const shiftedOrder = shifted[index] ?? order;
      if (contract) verdicts.set(order, { verdict: 'found', contract });
      // We notice a change of the broker's clock only by prices. Without them, a contract that differs only in its time
      // may be our order.
      else if (hasTwinAtAnotherTime(shiftedOrder, contracts, given, CLOCK_MAY_BE_OFF_MS)) return;
      else if (this.#isAbsent(order, listedAtMs, ended.ok && ended.value.isWhole))
        verdicts.set(order, { verdict: 'absent' });
    });
  }

  /** Whether records without the order were read late enough to prove that it does not exist. */
  #isAbsent(order: SentOrder, listedAtMs: number | null, isHistoryRead: boolean): boolean {
    const { sentAtMs, durationS, orderId } = order;
    if (this.#options.desk.wasRefused(orderId)) return true;
    const endsAtMs = sentAtMs + durationS * 1000;
    const errorMs = expiryErrorMs(expiryStyleOf(order.symbol), durationS);
    if (isHistoryRead && this.#options.clock.now() >= endsAtMs + errorMs + HISTORY_DECIDES_MS) return true;
    if (listedAtMs === null || listedAtMs < this.#arrivals.provableFromMs(order)) return false;
    return isHistoryRead || listedAtMs < endsAtMs - errorMs;
  }

  /** The contract of each order, or null. Orders of one expiry style share a window; no asset has both styles. */
  #match(
    orders: readonly SentOrder[],
    contracts: readonly BrokerContract[],
    claimed: ReadonlySet<string>,
  ): readonly (BrokerContract | null)[] {
    const found = new Map<SentOrder, BrokerContract | null>();
    for (const style of ['timer', 'grid'] as const) {
      const ofStyle = orders.filter(({ symbol }) => expiryStyleOf(symbol) === style);
      const matched = matchOrders(ofStyle, contracts, claimed, this.#window(style, ofStyle));
      ofStyle.forEach((order, index) => void found.set(order, matched[index] ?? null));
    }
    return orders.map((order) => found.get(order) ?? null);
  }

  #window(style: ExpiryStyle, orders: readonly SentOrder[]): MatchWindow {
    const isMeasured = this.#options.serverClock.offsetMs() !== null;
    const errorsMs = orders.map(({ durationS }) => expiryErrorMs(style, durationS));
    return {
      // The broker's timestamps are whole seconds.
      earlyMs: isMeasured ? 2_500 : 10_000,
      lateMs: isMeasured ? 15_000 : 25_000,
      expiryToleranceMs: EXPIRY_TOLERANCE_MS + Math.max(0, ...errorsMs),
    };
  }

  /**
   * The broker sends lists only on a new connection. Closes the socket once nothing is in flight, and waits for the
   * lists; not again before the pause since the last time is over.
   * @returns whether the lists arrived
   */
  refresh(kind: BrokerAccountKind): Promise<boolean> {
    return this.#options.desk.whenIdle(async () => {
      if (!this.#options.isOpen() || !this.#pauses.isDue(kind)) return false;
      this.#pauses.begin(kind);
      const list = this.#lists.wait(kind, LIST_TIMEOUT_MS);
      this.#isRefreshing = true;
      this.#options.refreshLists(kind);
      const isListed = (await list).ok;
      this.#isRefreshing = false;
      return isListed;
    });
  }
}
