import { BrokerClock } from '@vigia/broker-kit/clock';
import { createRequestBudget, type RequestBudget, type Urgency } from '@vigia/broker-kit/pace';
import type { BrokerDeps, BrokerFault } from '@vigia/broker-kit/port';
import {
  type Link,
  type LinkState,
  type NoResponseReason,
  openLink,
  PendingRequests,
  type SocketSender,
} from '@vigia/broker-kit/socket';
import { err, ok, type Result } from '@vigia/core/kernel';
import { closingFault, upgradeRefusal } from './errors.ts';
import type { BrowserSession } from './login.ts';
import { EVENT_CODE } from './wire/codes.ts';
import { readFrame, requestFrame, type WireMessage } from './wire/frames.ts';

export const ORIGINS = { ws: 'wss://ws.olymptrade.com', api: 'https://api.olymptrade.com' } as const;
/** Value of the header `Origin`, as a browser sends it. The adapter does not connect to this address. */
export const SITE = 'https://olymptrade.com';

/** Path of the socket, with the newest protocol version in the known sources (docs/spec/brokers/olymptrade.md §1). */
const PATH =
  '/otp?cid_ver=1&cid_app=web%40OlympTrade%402026.3.2396554%402396554&cid_device=%40%40desktop&cid_os=windows%4010';
const PING_EVERY_MS = 25_000;
const SILENCE_MS = 60_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** Limits of requests. The broker publishes none; these values are a choice of this adapter. */
const PACE = { perSecond: 10, perMinute: 300 };

export interface ClientListener {
  /** Signs in and subscribes on a new socket. The session counts as open once this call succeeds. */
  greet(wire: SocketSender): Promise<Result<null, BrokerFault>>;
  onPush(message: WireMessage): void;
  onState(state: LinkState): void;
  onDrop(): void;
}

/**
 * The socket of one browser session. It matches replies with requests by uuid, and passes all other messages to the
 * listener.
 */
export class Client {
  readonly serverClock: BrokerClock;
  readonly #deps: BrokerDeps;
  readonly #session: BrowserSession;
  readonly #listener: ClientListener;
  readonly #link: Link;
  readonly #pending: PendingRequests<string, WireMessage>;
  readonly #budget: RequestBudget;
  #wasAccepted = false;

  constructor(session: BrowserSession, listener: ClientListener, deps: BrokerDeps) {
    this.#session = session;
    this.#listener = listener;
    this.#deps = deps;
    this.serverClock = new BrokerClock(deps.clock);
    this.#pending = new PendingRequests(deps.clock);
    this.#budget = createRequestBudget({ ...PACE, clock: deps.clock });
    this.#link = openLink({
      target: async () => this.#target(),
      greet: async (wire) => {
        this.#ping(wire);
        const greeted = await listener.greet(wire);
        this.#wasAccepted ||= greeted.ok;
        return greeted;
      },
      refusal: (status, body) => this.#refusal(upgradeRefusal(status, body)),
      closing: (closing) => {
        const fault = closingFault(closing);
        return fault && this.#refusal(fault);
      },
      onMessage: (data) => this.#hear(data),
      onState: (state) => listener.onState(state),
      onDrop: () => {
        this.#pending.failAll('connection_lost');
        listener.onDrop();
      },
      heartbeat: { everyMs: PING_EVERY_MS, beat: (wire) => this.#ping(wire) },
      silenceMs: SILENCE_MS,
      clock: deps.clock,
      rng: deps.rng,
      log: deps.log,
      tap: deps.tap,
    });
  }

  start(): Promise<Result<null, BrokerFault>> {
    return this.#link.start();
  }

  async stop(): Promise<void> {
    await this.#link.stop();
    this.#pending.failAll('connection_lost');
  }

  /** Resolves when the rate limit permits the caller to send. */
  turn(urgency: Urgency = 'ordinary'): Promise<void> {
    return this.#budget.take(urgency);
  }

  /** Sends a request and waits for the reply with its uuid. `not_sent` means that no byte left this process. */
  async ask(
    e: number,
    d: unknown,
    uuid = this.#deps.ids.next(),
  ): Promise<Result<WireMessage, NoResponseReason | 'not_sent'>> {
    if (!this.#link.send(requestFrame(e, d, uuid))) return err('not_sent');
    return this.#pending.wait(uuid, REQUEST_TIMEOUT_MS);
  }

  /** Sends a request without waiting for its reply. */
  say(e: number, d: unknown, wire: SocketSender = this.#link): void {
    wire.send(requestFrame(e, d, this.#deps.ids.next()));
  }

  /**
   * Returns the socket's URL and headers, or `session_expired` once the token's `exp` has passed. The broker is not
   * contacted then, because repeated attempts would look like an attack.
   */
  #target(): Result<{ url: string; headers: Record<string, string> }, BrokerFault> {
    const { cookie, userAgent, expiresAtMs } = this.#session;
    if (expiresAtMs !== null && expiresAtMs <= this.#deps.clock.now())
      return err({ kind: 'session_expired', detail: 'the access token has expired' });
    const url = (this.#deps.origins['ws'] ?? ORIGINS.ws) + PATH;
    return ok({ url, headers: { Cookie: cookie, Origin: SITE, 'User-Agent': userAgent } });
  }

  /** Converts a refusal to `session_expired` if the token worked before, because such a token is not mistyped. */
  #refusal(fault: BrokerFault): BrokerFault {
    return this.#wasAccepted && fault.kind === 'auth_invalid' ? { ...fault, kind: 'session_expired' } : fault;
  }

  #ping(wire: SocketSender): void {
    const uuid = this.#deps.ids.next();
    const sentAtMs = this.#deps.clock.now();
    void this.#pending.wait(uuid, REQUEST_TIMEOUT_MS).then((reply) => {
      if (reply.ok && reply.value.ts !== undefined) this.#observe(sentAtMs, reply.value.ts);
    });
    wire.send(requestFrame(EVENT_CODE.ping, {}, uuid));
  }

  /** @param brokerS the time in a reply, in epoch seconds, usually without fractions */
  #observe(sentMs: number, brokerS: number): void {
    const receivedMs = this.#deps.clock.now();
    const precisionMs = Number.isInteger(brokerS) ? 1_000 : 0;
    this.serverClock.tookMs(receivedMs - sentMs);
    this.serverClock.answered({ sentMs, receivedMs, brokerMs: brokerS * 1_000, precisionMs });
  }

  #hear(data: string | Uint8Array): void {
    const text = typeof data === 'string' ? data : Buffer.from(data).toString('utf8');
    for (const message of readFrame(text, this.#deps.oddities)) {
      const isAnswer = message.uuid !== undefined && this.#pending.settle(message.uuid, message);
      if (!isAnswer) this.#listener.onPush(message);
    }
  }
}
