import type { Oddities } from '@vigia/broker-kit/port';
import { type NoResponseReason, PendingRequests } from '@vigia/broker-kit/socket';
import { type Clock, ok, type Result } from '@vigia/core/kernel';
import type { Subscription } from '../client.ts';
import { isRecord } from '../wire/frames.ts';
import { OrderChanged, OrdersOfPosition } from './wire.ts';

/** Outcome of a digital order that the broker has received. */
export type FillOutcome = 'filled' | 'rejected';

/** Longest wait for an event about an order. */
const WAIT_MS = 3_000;
const MAX_KNOWN = 500;
const DIGITAL = 'digital-option';
const FILLS: Readonly<Record<string, FillOutcome>> = { filled: 'filled', rejected: 'rejected', canceled: 'rejected' };

/** Outcomes of digital orders, from the broker's events. The reply to an order contains only its id. */
export class DigitalFills {
  readonly #oddities: Oddities | undefined;
  readonly #next: PendingRequests<string, FillOutcome>;
  /** Outcomes by the id of the order. An event may come before the reply to the order. */
  readonly #known = new Map<string, FillOutcome>();

  constructor(clock: Clock, oddities: Oddities | undefined) {
    this.#oddities = oddities;
    this.#next = new PendingRequests(clock);
  }

  /** Handles an `order-changed` event. */
  onOrder(msg: unknown): void {
    if (!isDigital(msg)) return;
    const read = OrderChanged.safeParse(msg).data;
    if (!read) return this.#oddities?.unreadable('order-changed', true);
    const fill = FILLS[read.status];
    if (fill) this.#learn(read.raw_event.digital_options_order_changed1.id, fill);
  }

  /** Handles a `position-changed` event: if an order has a position, it was filled. */
  onPosition(msg: unknown): void {
    const read = isDigital(msg) ? OrdersOfPosition.safeParse(msg).data : undefined;
    for (const orderId of read?.raw_event.digital_options_position_changed1.order_ids ?? [])
      this.#learn(orderId, 'filled');
  }

  onDrop(): void {
    this.#next.failAll('connection_lost');
  }

  /** Waits for the outcome of an order. Returns the outcome, or the reason why no event reported it. */
  async of(orderId: string): Promise<Result<FillOutcome, NoResponseReason>> {
    const known = this.#known.get(orderId);
    return known ? ok(known) : this.#next.wait(orderId, WAIT_MS);
  }

  #learn(orderId: string, fill: FillOutcome): void {
    this.#known.set(orderId, fill);
    this.#next.settle(orderId, fill);
    const oldest = this.#known.keys().next();
    if (this.#known.size > MAX_KNOWN && !oldest.done) this.#known.delete(oldest.value);
  }
}

const isDigital = (msg: unknown): boolean => isRecord(msg) && msg['instrument_type'] === DIGITAL;

/** Returns the subscription to events about the digital orders of a user. */
export const ordersOf = (userId: number): Subscription => ({
  name: 'portfolio.order-changed',
  version: '2.0',
  filters: { user_id: userId, instrument_type: DIGITAL },
});
