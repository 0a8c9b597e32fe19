import type { CreateOption } from '@vigia/contract';
import { LIMITS, type TradingMode } from '@vigia/core/vocabulary';
import { type OrderFate, type PostOrder, type SentOrder, sendOrder } from './order-fate.ts';
import type { SentOrders } from './sent-orders.ts';

export type OrderSurroundings = {
  readonly post: PostOrder;
  readonly newKey: () => string;
  /** Milliseconds that never jump. */
  readonly now: () => number;
  /** The server's clock, epoch milliseconds. */
  readonly serverNow: () => number;
  /** Calls once after `ms`; the answer cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly kept: SentOrders;
};

/** An order of which nobody knows whether it arrived; `asking`: a question about it is under way. */
export type UnknownOrder = SentOrder & { readonly asking: boolean };

/** How an order of unknown fate came out; `forgotten`: too old for the server to know its key any more. */
export type LateFate = Exclude<OrderFate, { kind: 'unclear' }> | { readonly kind: 'forgotten' };

type Entry = { readonly sent: SentOrder; asking: boolean; asked: number; cancel: () => void };

/** Two clicks closer than this are one double click. */
const DOUBLE_CLICK_MS = 600;
/** An order that arrives later than this opens nothing: the price that was clicked is long gone. */
export const ORDER_GOOD_FOR_MS = 15_000;
const ASK_PAUSES_MS = [700, 1_500, 3_000, 6_000, 12_000, 30_000] as const;
const LONGEST_PAUSE_MS = 30_000;
/** The server forgets a key after a day; from then on its answer would mean nothing. */
const ASKED_UNTIL_MS = LIMITS.idempotencyKeptMs - 60_000;

/**
 * Where orders leave: one at a time, one key a click. An order without an answer is never sent as a new one: it is asked
 * about under its own key, across reloads, until the server says what became of it.
 */
export class OrderDesk {
  readonly #around: OrderSurroundings;
  readonly #unknown = new Map<string, Entry>();
  readonly #listeners = new Set<() => void>();
  readonly #fates = new Set<(sent: SentOrder, fate: LateFate) => void>();
  #userId: string | null = null;
  #mode: TradingMode | null = null;
  #sending: string | null = null;
  #lastClickMs = Number.NEGATIVE_INFINITY;
  #list: readonly UnknownOrder[] = [];

  constructor(around: OrderSurroundings) {
    this.#around = around;
    around.kept.onChange(() => this.#takeOver());
  }

  /** Takes up what this user has sent and never heard of; the answer leaves the desk again. */
  enter(userId: string): () => void {
    this.#userId = userId;
    for (const sent of this.#around.kept.all(userId)) if (sent.key !== this.#sending) this.#follow(sent, 0);
    return () => this.#leave();
  }

  /** What orders trade in from now on. */
  setMode(mode: TradingMode | null): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.askNow();
  }

  /** Orders of unknown fate, oldest first; the same list until one changes. */
  get unknown(): readonly UnknownOrder[] {
    return this.#list;
  }

  /** Calls when {@link unknown} has changed, until the answer is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls when an order of unknown fate came out, until the answer is called. */
  onFate(listener: (sent: SentOrder, fate: LateFate) => void): () => void {
    this.#fates.add(listener);
    return () => void this.#fates.delete(listener);
  }

  /** null when nobody is here, the click is the second half of a double click, or an order is under way. */
  send(order: CreateOption): Promise<OrderFate> | null {
    const nowMs = this.#around.now();
    const userId = this.#userId;
    if (userId === null || this.#sending !== null || nowMs - this.#lastClickMs < DOUBLE_CLICK_MS) return null;
    this.#lastClickMs = nowMs;
    const clickedMs = this.#around.serverNow();
    const valid_until = new Date(clickedMs + ORDER_GOOD_FOR_MS).toISOString();
    const key = this.#around.newKey();
    const mode = this.#mode;
    const shown = mode === null ? {} : { mode };
    return this.#deliver(userId, { key, order: { ...order, ...shown, valid_until }, clickedMs, mode });
  }

  /** Asks about all at once: the connection is back, or the person wants to know. */
  askNow(): void {
    for (const entry of this.#unknown.values()) {
      entry.asked = 0;
      this.#ask(entry);
    }
  }

  async #deliver(userId: string, sent: SentOrder): Promise<OrderFate> {
    this.#sending = sent.key;
    // Before it leaves: a page that is closed meanwhile must know of it when it comes back.
    this.#around.kept.keep(userId, sent);
    try {
      const fate = await sendOrder(this.#around.post, sent, false);
      if (fate.kind !== 'unclear') this.#around.kept.forget(userId, sent.key);
      else if (this.#userId === userId) this.#follow(sent, ASK_PAUSES_MS[0]);
      return fate;
    } finally {
      this.#sending = null;
    }
  }

  #follow(sent: SentOrder, firstPauseMs: number): void {
    if (this.#unknown.has(sent.key)) return;
    const entry: Entry = { sent, asking: false, asked: 0, cancel: () => {} };
    this.#unknown.set(sent.key, entry);
    entry.cancel = this.#around.after(firstPauseMs, () => this.#ask(entry));
    this.#tell();
  }

  #ask(entry: Entry): void {
    if (entry.asking) return;
    entry.cancel();
    const { sent } = entry;
    const ageMs = this.#around.serverNow() - sent.clickedMs;
    if (ageMs > ASKED_UNTIL_MS) return this.#close(entry, { kind: 'forgotten' });
    // Clicked in another mode, it could still open a trade in this one, with money nobody meant.
    if (sent.mode !== this.#mode && ageMs <= ORDER_GOOD_FOR_MS) {
      entry.cancel = this.#around.after(ORDER_GOOD_FOR_MS - ageMs + 1, () => this.#ask(entry));
      return;
    }
    entry.asking = true;
    entry.asked += 1;
    this.#tell();
    void sendOrder(this.#around.post, sent, true).then((fate) => {
      entry.asking = false;
      // Another tab has had the answer meanwhile, or another person sits here.
      if (this.#unknown.get(sent.key) !== entry) return;
      if (fate.kind !== 'unclear') return this.#close(entry, fate);
      const pauseMs = ASK_PAUSES_MS[entry.asked] ?? LONGEST_PAUSE_MS;
      entry.cancel = this.#around.after(pauseMs, () => this.#ask(entry));
      this.#tell();
    });
  }

  #close(entry: Entry, fate: LateFate): void {
    this.#drop(entry);
    if (this.#userId !== null) this.#around.kept.forget(this.#userId, entry.sent.key);
    this.#tell();
    for (const listener of this.#fates) listener(entry.sent, fate);
  }

  /** Another tab has changed what is kept: what it has an answer to needs none here. */
  #takeOver(): void {
    if (this.#userId === null) return;
    const kept = new Set(this.#around.kept.all(this.#userId).map(({ key }) => key));
    for (const entry of [...this.#unknown.values()]) if (!kept.has(entry.sent.key)) this.#drop(entry);
    this.#tell();
  }

  #leave(): void {
    for (const entry of [...this.#unknown.values()]) this.#drop(entry);
    this.#userId = null;
    this.#tell();
  }

  #drop(entry: Entry): void {
    entry.cancel();
    this.#unknown.delete(entry.sent.key);
  }

  #tell(): void {
    this.#list = [...this.#unknown.values()].map(({ sent, asking }) => ({ ...sent, asking }));
    for (const listener of this.#listeners) listener();
  }
}
