import { createRequestBudget, type RequestBudget, type Urgency } from '@vigia/broker-kit/pace';
import type { Oddities } from '@vigia/broker-kit/port';
import { type NoResponseReason, PendingRequests, type SocketSender } from '@vigia/broker-kit/socket';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { type FrameName, frameText, readFrame, type ServerFrame } from './wire/frames.ts';
import { ErrorMessage, ResultMessage } from './wire/messages.ts';

/**
 * The reason why a request has no reply. `unsent`: nothing was written to the socket. `refused`: the broker refused
 * this request.
 */
export type NoReplyReason =
  | { readonly kind: 'unsent' }
  | { readonly kind: 'unanswered'; readonly cause: NoResponseReason }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string };

type Reply = Result<unknown, NoReplyReason>;

export type MethodCall = {
  /** Name of the method, as `service.method`: for example `core.get-profile`. */
  readonly name: string;
  readonly version: string;
  readonly body: unknown;
};

export type Subscription = {
  /** Name of the event, as `service.event` or without the service. */
  readonly name: string;
  readonly version: string;
  readonly filters?: Readonly<Record<string, number | string>>;
};

export type ClientOptions = {
  readonly clock: Clock;
  onEvent(frame: ServerFrame): void;
  /** Receives the round-trip time of each ordinary request. */
  onRoundTrip(ms: number): void;
  readonly oddities?: Oddities | undefined;
};

const TIMEOUT_MS = 10_000;
/**
 * Limits of requests. The broker publishes none; docs/spec/brokers/iqoption.md §4 recommends at most five frames per
 * second. Over a minute the limit is four per second. This is enough for the candle requests after a reconnect, and it
 * stops an endless loop of requests.
 */
const LIMITS = { perSecond: 5, perMinute: 240 };
const PROTOCOL = 3;
/** Status of a refusal by a `result` message, which contains no status. */
const NO_STATUS = 0;
const FIRST_ERROR = 4_000;

/** Sends requests and matches their replies over successive sockets, within the broker's limits. */
export class IqClient {
  readonly #options: ClientOptions;
  readonly #budget: RequestBudget;
  readonly #pending: PendingRequests<string, Reply>;
  /** Requests whose whole reply is a `result` message. */
  readonly #resultOnly = new Set<string>();
  #wire: SocketSender | null = null;
  #authenticateId: string | null = null;
  #lastId = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#budget = createRequestBudget({ ...LIMITS, clock: options.clock });
    this.#pending = new PendingRequests(options.clock);
  }

  /** Sends all further frames on this socket. */
  attach(wire: SocketSender): void {
    this.#wire = wire;
  }

  /** Handles a disconnect: sent requests stay unanswered, and queued requests are dropped. */
  detach(): void {
    this.#wire = null;
    this.#resultOnly.clear();
    this.#pending.failAll('connection_lost');
  }

  /** Authenticates with this `ssid`; returns false if the broker refuses the `ssid`. */
  async authenticate(ssid: string): Promise<Result<boolean, NoReplyReason>> {
    const msg = { ssid, protocol: PROTOCOL, session_id: '', client_session_id: '' };
    const reply = await this.#request('authenticate', () => msg, { isAuthentication: true });
    return reply.ok ? ok(reply.value === true) : reply;
  }

  /** Asks the server to acknowledge every request with a `result` message. */
  setOptions(): Promise<Reply> {
    return this.#request('setOptions', () => ({ sendResults: true }), { isResultOnly: true });
  }

  call(call: MethodCall): Promise<Reply> {
    return this.#request('sendMessage', () => call, {});
  }

  /**
   * Sends a request on which an order depends: for records that resolve an unknown execution status, or for the terms
   * of an option contract. In the queue such requests come after orders and before all others.
   */
  callForRecords(call: MethodCall): Promise<Reply> {
    return this.#request('sendMessage', () => call, { urgency: 'records' });
  }

  /**
   * Sends a request before all others in the queue. @param callNow builds the request just before it is sent; null
   * cancels the request
   */
  callAsOrder(callNow: () => MethodCall | null): Promise<Reply> {
    return this.#request('sendMessage', callNow, { urgency: 'order' });
  }

  /**
   * Sends a request whose whole reply is a `result` message.
   * @param callNow builds the request just before it is sent; null cancels the request
   */
  callForResult(callNow: () => MethodCall | null, urgency: Urgency = 'ordinary'): Promise<Reply> {
    return this.#request('sendMessage', callNow, { isResultOnly: true, urgency });
  }

  subscribe(subscription: Subscription, urgency: Urgency = 'ordinary'): Promise<Reply> {
    return this.#request('subscribeMessage', () => messageOf(subscription), { isResultOnly: true, urgency });
  }

  unsubscribe(subscription: Subscription): Promise<Reply> {
    return this.#request('unsubscribeMessage', () => messageOf(subscription), { isResultOnly: true });
  }

  /** Answers the server's heartbeat, like community clients. Heartbeats are rare, so they bypass the rate limit. */
  answerHeartbeat(serverMs: number, nowMs: number): void {
    this.#wire?.send(frameText('heartbeat', this.#nextId(), { heartbeatTime: serverMs, userTime: nowMs }));
  }

  receive(data: string | Uint8Array): void {
    const frame = typeof data === 'string' ? readFrame(data) : null;
    if (!frame) return this.#options.oddities?.unreadable('frame', false);
    if (frame.requestId !== null) this.#answer(frame.requestId, frame);
    else if (frame.name === 'authenticated' && frame.msg === false) this.#refuseAuthentication();
    else this.#options.onEvent(frame);
  }

  async #request(
    name: FrameName,
    msgNow: () => unknown,
    options: { readonly isResultOnly?: boolean; readonly isAuthentication?: boolean; readonly urgency?: Urgency },
  ): Promise<Reply> {
    const { isResultOnly = false, isAuthentication = false, urgency = 'ordinary' } = options;
    const wire = this.#wire;
    if (!wire) return err({ kind: 'unsent' });
    await this.#budget.take(urgency);
    const msg = wire === this.#wire ? msgNow() : null;
    if (msg === null) return err({ kind: 'unsent' });
    const id = this.#nextId();
    if (isResultOnly) this.#resultOnly.add(id);
    if (isAuthentication) this.#authenticateId = id;
    const sentMs = this.#options.clock.monotonicMs();
    const answer = this.#pending.wait(id, TIMEOUT_MS);
    if (!wire.send(frameText(name, id, msg))) this.#pending.settle(id, err({ kind: 'unsent' }));
    const settled = await answer;
    this.#resultOnly.delete(id);
    if (!settled.ok) return err({ kind: 'unanswered', cause: settled.error });
    if (urgency !== 'order' && settled.value.ok) this.#options.onRoundTrip(this.#options.clock.monotonicMs() - sentMs);
    return settled.value;
  }

  #answer(id: string, { name, status, msg }: ServerFrame): void {
    if (status !== null && status >= FIRST_ERROR) {
      const message = ErrorMessage.safeParse(msg).data?.message ?? '';
      this.#pending.settle(id, err({ kind: 'refused', status, message }));
    } else if (name === 'result' && isNo(msg)) {
      this.#pending.settle(
        id,
        err({ kind: 'refused', status: NO_STATUS, message: 'request result is not successful' }),
      );
    } else if (name !== 'result' || this.#resultOnly.has(id)) this.#pending.settle(id, ok(msg));
  }

  /** Handles a refused authentication, the only refusal that does not name its request. */
  #refuseAuthentication(): void {
    if (this.#authenticateId !== null) this.#pending.settle(this.#authenticateId, ok(false));
  }

  #nextId(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }
}

const isNo = (msg: unknown): boolean => ResultMessage.safeParse(msg).data?.success === false;

const messageOf = ({ name, version, filters }: Subscription): unknown =>
  filters ? { name, version, params: { routingFilters: filters } } : { name, version };
