import type { CreateOption, Option } from '@vigia/contract';
import { ApiFailure } from '#shared/lib/api-failure.ts';

/** `unclear`: nobody knows whether the order arrived; sending it again under its own key finds out without risk. */
export type OrderOutcome =
  | { readonly kind: 'accepted'; readonly trade: Option }
  | { readonly kind: 'refused'; readonly failure: ApiFailure }
  | { readonly kind: 'unclear'; readonly resend: () => Promise<OrderOutcome> | null };

export type OrderSurroundings = {
  readonly post: (order: CreateOption, idempotencyKey: string) => Promise<Option>;
  readonly newKey: () => string;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
};

/** Two clicks closer than this are one double click. */
const DOUBLE_CLICK_MS = 600;
const ATTEMPTS = 3;
const RETRY_GAP_MS = 700;

/** Sends orders one at a time: one key per click, the same key whenever that click is tried again. */
export class OrderSender {
  readonly #around: OrderSurroundings;
  #busy = false;
  #lastClickMs = Number.NEGATIVE_INFINITY;

  constructor(around: OrderSurroundings) {
    this.#around = around;
  }

  /** null when the click is the second half of a double click, or an order is still under way. */
  send(order: CreateOption): Promise<OrderOutcome> | null {
    const nowMs = this.#around.now();
    if (this.#busy || nowMs - this.#lastClickMs < DOUBLE_CLICK_MS) return null;
    this.#lastClickMs = nowMs;
    return this.#deliver(order, this.#around.newKey());
  }

  async #deliver(order: CreateOption, key: string): Promise<OrderOutcome> {
    this.#busy = true;
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        if (attempt > 1) await this.#around.pause(RETRY_GAP_MS);
        const outcome = await this.#attempt(order, key);
        if (outcome) return outcome;
      }
      return { kind: 'unclear', resend: () => (this.#busy ? null : this.#deliver(order, key)) };
    } finally {
      this.#busy = false;
    }
  }

  /** null when it is worth asking again. */
  async #attempt(order: CreateOption, key: string): Promise<OrderOutcome | null> {
    try {
      return { kind: 'accepted', trade: await this.#around.post(order, key) };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return isUnclear(error) ? null : { kind: 'refused', failure: error };
    }
  }
}

/** Whether the order may have been taken although no usable answer came. */
function isUnclear({ reason }: ApiFailure): boolean {
  switch (reason.kind) {
    case 'unreachable':
    case 'timeout':
    case 'malformed':
      return true;
    case 'no-session':
      return false;
    case 'refused':
      return reason.status >= 500 || reason.code === 'idempotency_in_progress';
  }
}
