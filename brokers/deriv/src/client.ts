import { BrokerClock } from '@vigia/broker-kit/clock';
import type { BrokerDeps, BrokerFault, BrokerTime } from '@vigia/broker-kit/port';
import {
  type Link,
  type LinkState,
  type LinkTarget,
  type NoResponseReason,
  openLink,
  PendingRequests,
  type SocketSender,
} from '@vigia/broker-kit/socket';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { z } from 'zod';
import { faultOfError, faultOfStatus, network } from './errors.ts';
import type { DerivLimits } from './limits.ts';
import { type Frame, type FrameError, isAboutOrders, isKnownType, parseFrame } from './wire/frame.ts';
import { ServerTime } from './wire/replies.ts';
import { type DerivRequest, ping, serverTime } from './wire/requests.ts';

/**
 * Failure of a request. `unsent`: nothing was written to the socket. `unanswered`: Deriv may have processed the
 * request.
 */
export type RequestFailure =
  | { readonly kind: 'unsent' }
  | { readonly kind: 'unanswered'; readonly cause: NoResponseReason }
  | { readonly kind: 'refused'; readonly error: FrameError }
  /** The reply does not match its schema. */
  | { readonly kind: 'unreadable' };

export type ClientOptions = {
  target(): Promise<Result<LinkTarget, BrokerFault>>;
  /** Signs in on each new socket, after the clocks were compared. */
  signIn(client: DerivClient): Promise<Result<null, BrokerFault>>;
  /** Receives each message that is not an error, including replies to requests. */
  onFrame(frame: Frame): void;
  onState(state: LinkState): void;
  readonly limits: DerivLimits;
  readonly deps: Pick<BrokerDeps, 'clock' | 'rng' | 'log' | 'tap' | 'oddities'>;
};

/**
 * Interval of heartbeats. Deriv's best practices require a ping every 30 s. If a ping has no response in time, the
 * socket counts as dead.
 */
const PING_MS = 30_000;
const SILENCE_MS = 45_000;
const PINGS_PER_CLOCK_CHECK = 20;
const ANSWER_MS = 10_000;

/**
 * One socket of either API generation: matches replies to requests by `req_id`, sends heartbeats and compares clocks.
 */
export class DerivClient {
  readonly #options: ClientOptions;
  readonly #link: Link;
  /** Requests that wait for a reply. A request that could not be written to the socket ends with null. */
  readonly #pending: PendingRequests<number, Frame | null>;
  readonly #serverClock: BrokerClock;
  #wire: SocketSender | null = null;
  #lastReqId = 0;
  #pings = 0;

  constructor(options: ClientOptions) {
    const { clock, rng, log, tap } = options.deps;
    this.#options = options;
    this.#pending = new PendingRequests(clock);
    this.#serverClock = new BrokerClock(clock);
    this.#link = openLink({
      clock,
      rng,
      log,
      tap,
      target: () => options.target(),
      greet: (wire) => this.#greet(wire),
      refusal: faultOfRefusal,
      onMessage: (data) => this.#onMessage(data),
      onState: (state) => options.onState(state),
      onDrop: () => this.#onDrop(),
      heartbeat: { everyMs: PING_MS, beat: () => void this.#beat() },
      silenceMs: SILENCE_MS,
    });
  }

  /** Connects. Resolves with the outcome of the first attempt; after a success the client reconnects by itself. */
  start(): Promise<Result<null, BrokerFault>> {
    return this.#link.start();
  }

  state(): LinkState {
    return this.#link.state();
  }

  time(): BrokerTime {
    return this.#serverClock.time();
  }

  stop(): Promise<void> {
    return this.#link.stop();
  }

  /**
   * Sends a request once, when Deriv's limits allow it.
   * @param notAfterMs deadline by Vigía's clock. If Deriv's limits delay the request beyond the deadline, it is not
   * sent.
   */
  async call(request: DerivRequest, notAfterMs = Infinity): Promise<Result<Frame, RequestFailure>> {
    const { clock } = this.#options.deps;
    await this.#options.limits.take(request);
    if (clock.now() >= notAfterMs) return err({ kind: 'unsent' });
    this.#lastReqId += 1;
    const reqId = this.#lastReqId;
    const answer = this.#pending.wait(reqId, ANSWER_MS);
    if (this.#wire?.send(JSON.stringify({ ...request, req_id: reqId })) !== true) this.#pending.settle(reqId, null);
    const answered = await answer;
    if (!answered.ok) return err({ kind: 'unanswered', cause: answered.error });
    if (answered.value === null) return err({ kind: 'unsent' });
    const { error } = answered.value;
    return error === null ? ok(answered.value) : err({ kind: 'refused', error });
  }

  /** Sends a request and validates the reply with its schema. */
  async ask<Reply>(
    request: DerivRequest,
    reply: z.ZodType<Reply>,
    notAfterMs?: number,
  ): Promise<Result<Reply, RequestFailure>> {
    const answer = await this.call(request, notAfterMs);
    if (!answer.ok) return answer;
    const read = readReply(answer.value, reply);
    const { msgType } = answer.value;
    if (!read.ok) this.#options.deps.oddities?.unreadable(msgType, isAboutOrders(msgType));
    return read;
  }

  async #greet(wire: SocketSender): Promise<Result<null, BrokerFault>> {
    this.#wire = wire;
    const compared = await this.#compareClocks();
    return compared.ok ? this.#options.signIn(this) : err(faultOf(compared.error));
  }

  #onMessage(data: string | Uint8Array): void {
    const frame = parseFrame(typeof data === 'string' ? data : Buffer.from(data).toString('utf8'));
    if (frame === null) return this.#onUnreadable();
    if (!isKnownType(frame.msgType)) this.#options.deps.oddities?.unknown(frame.msgType, isAboutOrders(frame.msgType));
    if (frame.reqId !== null) this.#pending.settle(frame.reqId, frame);
    if (frame.error === null) this.#options.onFrame(frame);
  }

  #onUnreadable(): void {
    this.#options.deps.oddities?.unreadable('frame', false);
    this.#options.deps.log('warn', 'a message without an envelope');
  }

  #onDrop(): void {
    this.#wire = null;
    this.#pending.failAll('connection_lost');
  }

  async #beat(): Promise<void> {
    this.#pings += 1;
    if (this.#pings % PINGS_PER_CLOCK_CHECK === 0) return void (await this.#compareClocks());
    const { clock } = this.#options.deps;
    const sentMs = clock.now();
    const answered = await this.call(ping);
    if (answered.ok) this.#serverClock.tookMs(clock.now() - sentMs);
  }

  async #compareClocks(): Promise<Result<null, RequestFailure>> {
    const { clock } = this.#options.deps;
    const sentMs = clock.now();
    const reply = await this.ask(serverTime, ServerTime);
    if (!reply.ok) return reply;
    const receivedMs = clock.now();
    this.#serverClock.tookMs(receivedMs - sentMs);
    this.#serverClock.answered({ sentMs, receivedMs, brokerMs: reply.value.time * 1_000, precisionMs: 1_000 });
    return ok(null);
  }
}

/** Parses a reply with its schema. */
export function readReply<Reply>(frame: Frame, reply: z.ZodType<Reply>): Result<Reply, RequestFailure> {
  const parsed = reply.safeParse(frame.body);
  return parsed.success ? ok(parsed.data) : err({ kind: 'unreadable' });
}

/** Returns the fault for a failed request that only reads data. */
export function faultOf(failure: RequestFailure): BrokerFault {
  switch (failure.kind) {
    case 'unsent':
      return network('not connected');
    case 'unanswered':
      return network(failure.cause);
    case 'refused':
      return faultOfError(failure.error);
    case 'unreadable':
      return { kind: 'unknown', detail: 'an answer in an unknown form' };
  }
}

/**
 * Returns the fault for a refused WebSocket upgrade. It is temporary, because the next attempt requests a new one-time
 * address. Only the request for an address can fail permanently.
 */
const faultOfRefusal = (status: number, body: string): BrokerFault =>
  status === 401 || status === 403 ? network(`upgrade refused: ${status}`) : faultOfStatus(status, body);
