import { createRequestBudget, type RequestBudget, type Urgency } from '@vigia/broker-kit/pace';
import type { BrokerFault } from '@vigia/broker-kit/port';
import { type NoResponseReason, PendingRequests, type SocketSender } from '@vigia/broker-kit/socket';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { ZodType } from 'zod';
import { faultOf } from './errors.ts';
import { type Call, frame, type Push, type Reply } from './wire/messages.ts';

/** The reason why a request failed. Only `unsent` and `refused` prove that the broker did not execute the request. */
export type RequestFault =
  | { readonly kind: 'unsent' }
  | { readonly kind: 'unanswered'; readonly cause: NoResponseReason }
  | { readonly kind: 'refused'; readonly fault: BrokerFault };

const ANSWER_WITHIN_MS = 10_000;
/** Limit of requests. The practice broker has none; this limit stops an endless loop of requests. */
const LIMITS = { perMinute: 600 };

const URGENCIES: Readonly<Partial<Record<Call['call'], Urgency>>> = { order: 'order', contracts: 'records' };

/** Sends numbered requests and matches their replies. Other messages go to `onPush`. */
export class Client {
  readonly #pending: PendingRequests<number, Reply>;
  readonly #budget: RequestBudget;
  readonly #onPush: (push: Push) => void;
  #lastId = 0;

  constructor(clock: Clock, onPush: (push: Push) => void) {
    this.#pending = new PendingRequests(clock);
    this.#budget = createRequestBudget({ ...LIMITS, clock });
    this.#onPush = onPush;
  }

  async ask<Answer>(wire: SocketSender, call: Call, shape: ZodType<Answer>): Promise<Result<Answer, RequestFault>> {
    await this.#budget.take(URGENCIES[call.call]);
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = this.#pending.wait(id, ANSWER_WITHIN_MS);
    if (!wire.send(JSON.stringify({ id, ...call }))) {
      this.#pending.settle(id, { id, error: 'unsent' });
      return err({ kind: 'unsent' });
    }
    const reply = await answered;
    if (!reply.ok) return err({ kind: 'unanswered', cause: reply.error });
    if ('error' in reply.value) return err({ kind: 'refused', fault: faultOf(reply.value.error) });
    return ok(shape.parse(reply.value.data));
  }

  /** @throws ZodError for an unknown message, after which the link closes the socket */
  receive(data: string | Uint8Array): void {
    const message = frame.parse(JSON.parse(String(data)));
    if ('event' in message) this.#onPush(message);
    else this.#pending.settle(message.id, message);
  }

  /** Handles the loss of the socket: all pending requests fail. */
  drop(): void {
    this.#pending.failAll('connection_lost');
  }
}

export function toBrokerFault(fault: RequestFault): BrokerFault {
  switch (fault.kind) {
    case 'refused':
      return fault.fault;
    case 'unsent':
      return { kind: 'network', detail: 'not connected' };
    case 'unanswered':
      return { kind: 'network', detail: fault.cause };
  }
}
