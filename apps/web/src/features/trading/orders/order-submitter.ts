import type { CreateOption } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { accountKey } from '#shared/lib/account-name.ts';
import { type OrderAccount, type OrderOutcome, type PostOrder, type SentOrder, sendOrder } from './order-outcome.ts';
import type { SentOrders } from './sent-orders.ts';

export type OrderSubmitterDeps = {
  readonly post: PostOrder;
  readonly newKey: () => string;
  /** Returns the time of a monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Returns the time of the server's clock, epoch milliseconds. */
  readonly serverNow: () => number;
  /**
   * Calls `task` once after `ms` milliseconds.
   * @returns the function that cancels the call
   */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly kept: SentOrders;
};

/** An order with an unknown execution status. `asking` is true while a request about the order is in flight. */
export type UnknownOrder = SentOrder & { readonly asking: boolean };

/** An outcome that becomes known later. `forgotten`: the server has deleted the idempotency key. */
export type LateOutcome = Exclude<OrderOutcome, { kind: 'unclear' }> | { readonly kind: 'forgotten' };

type Entry = { readonly sent: SentOrder; asking: boolean; asked: number; cancel: () => void };

/** Time in milliseconds within which two clicks count as one double click. */
const DOUBLE_CLICK_MS = 600;
/**
 * Age in milliseconds above which the server opens no trade for an order, because the price at the click is outdated.
 */
export const ORDER_VALIDITY_MS = 15_000;
const POLL_DELAYS_MS = [700, 1_500, 3_000, 6_000, 12_000, 30_000] as const;
const LONGEST_PAUSE_MS = 30_000;
/**
 * Age in milliseconds up to which the client sends an order again. The limit is one minute before the server deletes
 * the idempotency key, which it does after a day.
 */
const POLL_UNTIL_AGE_MS = LIMITS.idempotencyKeptMs - 60_000;

const isSame = (a: OrderAccount | null, b: OrderAccount | null): boolean =>
  a?.id === b?.id && (a && accountKey(a)) === (b && accountKey(b));

/**
 * Sends orders, one at a time. Each click gets its own idempotency key. If the response is lost, the submitter repeats
 * the request with the same key, even after a page reload, until the server reports the outcome. It never sends such an
 * order as a new order.
 */
export class OrderSubmitter {
  readonly #around: OrderSubmitterDeps;
  readonly #unknown = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #lateListeners = new Set<(sent: SentOrder, outcome: LateOutcome) => void>();
  #userId: string | null = null;
  #account: OrderAccount | null = null;
  #sending: string | null = null;
  #lastClickMs = Number.NEGATIVE_INFINITY;
  #list: readonly UnknownOrder[] = [];

  constructor(around: OrderSubmitterDeps) {
    this.#around = around;
  }

  /**
   * Loads the unresolved orders of a user and repeats their requests.
   * @returns the function that stops this when the user signs out
   */
  watchUser(userId: string): () => void {
    this.#userId = userId;
    for (const sent of this.#around.kept.all(userId)) if (sent.key !== this.#sending) this.#follow(sent, 0);
    const stopListening = this.#around.kept.onChange(() => this.#takeOver());
    return () => {
      stopListening();
      this.#leave();
    };
  }

  /** Sets the account for new orders. */
  setAccount(account: OrderAccount | null): void {
    if (isSame(account, this.#account)) return;
    this.#account = account;
    this.reconcileNow();
  }

  /** Orders with an unknown execution status, oldest first. The array identity changes only when an order changes. */
  get unknown(): readonly UnknownOrder[] {
    return this.#list;
  }

  /**
   * Subscribes to changes of {@link unknown}.
   * @returns the function that unsubscribes
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Subscribes to outcomes that arrive late.
   * @returns the function that unsubscribes
   */
  onLateOutcome(listener: (sent: SentOrder, outcome: LateOutcome) => void): () => void {
    this.#lateListeners.add(listener);
    return () => void this.#lateListeners.delete(listener);
  }

  /**
   * Sends an order and resolves with its outcome. Returns null in three cases: no user is signed in, the click is the
   * second of a double click, or another order is in flight.
   */
  submit(order: CreateOption): Promise<OrderOutcome> | null {
    const nowMs = this.#around.now();
    const userId = this.#userId;
    if (userId === null || this.#sending !== null || nowMs - this.#lastClickMs < DOUBLE_CLICK_MS) return null;
    this.#lastClickMs = nowMs;
    const clickedMs = this.#around.serverNow();
    const valid_until = new Date(clickedMs + ORDER_VALIDITY_MS).toISOString();
    const key = this.#around.newKey();
    const account_id = this.#account?.id;
    const sent = { ...order, valid_until, ...(account_id !== undefined && { account_id }) };
    return this.#deliver(userId, { key, order: sent, clickedMs, account: this.#account });
  }

  /** Repeats the requests of all unresolved orders at once, after a reconnect or if the user asks for it. */
  reconcileNow(): void {
    for (const entry of this.#unknown.values()) {
      entry.asked = 0;
      this.#ask(entry);
    }
  }

  async #deliver(userId: string, sent: SentOrder): Promise<OrderOutcome> {
    this.#sending = sent.key;
    // The order is stored before it is sent. If the page closes, the app therefore still knows the order when it opens
    // again.
    this.#around.kept.keep(userId, sent);
    try {
      const outcome = await sendOrder(this.#around.post, sent, false);
      if (outcome.kind !== 'unclear') this.#around.kept.forget(userId, sent.key);
      else if (this.#userId === userId) this.#follow(sent, POLL_DELAYS_MS[0]);
      return outcome;
    } finally {
      this.#sending = null;
    }
  }

  #follow(sent: SentOrder, firstPauseMs: number): void {
    if (this.#unknown.has(sent.key)) return;
    const entry: Entry = { sent, asking: false, asked: 0, cancel: () => {} };
    this.#unknown.set(sent.key, entry);
    entry.cancel = this.#around.after(firstPauseMs, () => this.#ask(entry));
    this.#notify();
  }

  #ask(entry: Entry): void {
    if (entry.asking) return;
    entry.cancel();
    const { sent } = entry;
    const ageMs = this.#around.serverNow() - sent.clickedMs;
    if (ageMs > POLL_UNTIL_AGE_MS) return this.#close(entry, { kind: 'forgotten' });
    // If the chosen account has changed since the click, a repeated request could open a trade on the wrong account.
    // The request is therefore repeated only after the deadline of the order, when it can no longer open a trade.
    if (!isSame(sent.account, this.#account) && ageMs <= ORDER_VALIDITY_MS) {
      entry.cancel = this.#around.after(ORDER_VALIDITY_MS - ageMs + 1, () => this.#ask(entry));
      return;
    }
    entry.asking = true;
    entry.asked += 1;
    this.#notify();
    void sendOrder(this.#around.post, sent, true).then((outcome) => {
      entry.asking = false;
      // In the meantime another tab has received the response, or another user has signed in.
      if (this.#unknown.get(sent.key) !== entry) return;
      if (outcome.kind !== 'unclear') return this.#close(entry, outcome);
      const pauseMs = POLL_DELAYS_MS[entry.asked] ?? LONGEST_PAUSE_MS;
      entry.cancel = this.#around.after(pauseMs, () => this.#ask(entry));
      this.#notify();
    });
  }

  #close(entry: Entry, outcome: LateOutcome): void {
    this.#drop(entry);
    if (this.#userId !== null) this.#around.kept.forget(this.#userId, entry.sent.key);
    this.#notify();
    for (const listener of this.#lateListeners) listener(entry.sent, outcome);
  }

  /** Handles a change of the stored orders by another tab. Drops the orders whose outcome the other tab has found. */
  #takeOver(): void {
    if (this.#userId === null) return;
    const kept = new Set(this.#around.kept.all(this.#userId).map(({ key }) => key));
    for (const entry of Array.from(this.#unknown.values())) if (!kept.has(entry.sent.key)) this.#drop(entry);
    this.#notify();
  }

  #leave(): void {
    for (const entry of Array.from(this.#unknown.values())) this.#drop(entry);
    this.#userId = null;
    this.#notify();
  }

  #drop(entry: Entry): void {
    entry.cancel();
    this.#unknown.delete(entry.sent.key);
  }

  #notify(): void {
    this.#list = [...this.#unknown.values()].map(({ sent, asking }) => ({ ...sent, asking }));
    for (const listener of this.#listeners) listener();
  }
}
