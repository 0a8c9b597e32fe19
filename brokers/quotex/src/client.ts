import type { BrokerFault, BrokerLog, Oddities, WireTap } from '@vigia/broker-kit/port';
import {
  type Link,
  type LinkState,
  type LinkTarget,
  openLink,
  PendingRequests,
  type SocketSender,
} from '@vigia/broker-kit/socket';
import { type Clock, err, ok, type Result, type Rng } from '@vigia/core/kernel';
import { upgradeFault } from '#errors.ts';
import { isAboutOrders, isIgnored, SENT_EVENTS, type Topic, topicOf } from '#wire/events.ts';
import { FrameReader, type Packet, PING, pong, textEvent } from '#wire/frames.ts';
import { topicByShape } from '#wire/shapes.ts';

/** Sends an event. @returns false if nothing was written to the socket */
export type EmitEvent = (name: string, ...args: readonly unknown[]) => boolean;

export type ClientOptions = {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: BrokerLog;
  readonly tap?: WireTap | undefined;
  readonly oddities?: Oddities | undefined;
  target(): Promise<Result<LinkTarget, BrokerFault>>;
  /** Returns the payload of the event `authorization`. */
  authorization(): unknown;
  /** Handles the refusal of the session token, and returns the fault. */
  onRejected(): BrokerFault;
  /** Runs after the authorization. The link counts as open once this call succeeds. */
  onAuthorized(): Promise<Result<null, BrokerFault>>;
  onMessage(topic: Topic, payload: unknown): void;
  onState(state: LinkState): void;
  onDrop(): void;
  /** Receives the time between a ping and its response. */
  onRoundTrip(ms: number): void;
};

/** Time between two heartbeats. According to community sources, the broker's own page uses 5 to 20 s. */
const HEARTBEAT_MS = 5_000;
/** Number of heartbeats between two pings. The pings detect a dead connection within {@link SILENCE_MS}. */
const BEATS_A_PING = 2;
const SILENCE_MS = 15_000;
const ANSWER_TIMEOUT_MS = 6_000;
const NO_ANSWER: BrokerFault = { kind: 'network', detail: 'no answer while connecting' };

type Step = 'connected' | 'authorized' | 'instruments' | 'account' | 'balance';

/** The socket of Quotex. It authorizes on each connection, sends heartbeats and routes messages by topic. */
export class QuotexClient {
  readonly #options: ClientOptions;
  readonly #link: Link;
  readonly #reader = new FrameReader();
  readonly #steps: PendingRequests<Step, boolean>;
  #isConnected = false;
  #beats = 0;
  #pingedAtMs: number | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#steps = new PendingRequests(options.clock);
    this.#link = openLink({
      ...options,
      greet: (wire) => this.#greet(wire),
      refusal: upgradeFault,
      onMessage: (data) => this.#onPacket(this.#reader.read(data)),
      onDrop: () => this.#dropped(),
      heartbeat: { everyMs: HEARTBEAT_MS, beat: (wire) => this.#beat(wire) },
      silenceMs: SILENCE_MS,
    });
  }

  start(): Promise<Result<null, BrokerFault>> {
    return this.#link.start();
  }

  stop(): Promise<void> {
    return this.#link.stop();
  }

  /** Closes the socket, so that the link reconnects and authorizes again. The broker then sends its lists of orders. */
  renew(): void {
    this.#link.renew();
  }

  isOpen(): boolean {
    return this.#link.state().status === 'open';
  }

  emit: EmitEvent = (name, ...args) => this.#link.send(textEvent(name, args));

  /** Switches to the demo or the real account. Resolves to true if the broker confirms the switch. */
  async changeAccount(isDemo: boolean): Promise<boolean> {
    const confirmed = this.#steps.wait('account', ANSWER_TIMEOUT_MS);
    if (!this.emit(SENT_EVENTS.changeAccount, { demo: isDemo ? 1 : 0, tournamentId: 0 }))
      this.#steps.settle('account', false);
    const answer = await confirmed;
    return answer.ok && answer.value;
  }

  /**
   * Sets the demo balance. The request has no reply; the promise resolves to true if a message with balances follows.
   * @param amount new balance, in units of the currency
   */
  async refillDemo(amount: number): Promise<boolean> {
    const listed = this.#steps.wait('balance', ANSWER_TIMEOUT_MS);
    if (!this.emit(SENT_EVENTS.refillDemo, amount)) this.#steps.settle('balance', false);
    const answer = await listed;
    return answer.ok && answer.value;
  }

  async #greet(wire: SocketSender): Promise<Result<null, BrokerFault>> {
    const emit: EmitEvent = (name, ...args) => wire.send(textEvent(name, args));
    if (!this.#isConnected && !(await this.#steps.wait('connected', ANSWER_TIMEOUT_MS)).ok) return err(NO_ANSWER);
    const authorized = this.#steps.wait('authorized', ANSWER_TIMEOUT_MS);
    emit(SENT_EVENTS.authorize, this.#options.authorization());
    const answer = await authorized;
    if (!answer.ok) return err(NO_ANSWER);
    if (!answer.value) return err(this.#options.onRejected());
    const listed = this.#steps.wait('instruments', ANSWER_TIMEOUT_MS);
    for (const name of [
      SENT_EVENTS.heartbeat,
      SENT_EVENTS.indicators,
      SENT_EVENTS.drawings,
      SENT_EVENTS.pending,
      SENT_EVENTS.instruments,
    ])
      emit(name);
    if (!(await listed).ok) return err(NO_ANSWER);
    const begun = await this.#options.onAuthorized();
    return begun.ok ? ok(null) : begun;
  }

  #onPacket(packet: Packet | null): void {
    switch (packet?.type) {
      case undefined:
        return;
      case 'open':
        this.#isConnected = false;
        return;
      case 'connected':
        this.#isConnected = true;
        this.#steps.settle('connected', true);
        return;
      case 'disconnected':
        // During the authorization this packet means that the broker refuses it. Later it means that the broker dropped
        // the session; the next authorization shows the reason.
        if (!this.#steps.settle('authorized', false)) this.renew();
        return;
      case 'ping':
        this.#link.send(pong(packet.data));
        return;
      case 'pong':
        if (this.#pingedAtMs !== null) this.#options.onRoundTrip(this.#options.clock.monotonicMs() - this.#pingedAtMs);
        this.#pingedAtMs = null;
        return;
      case 'event':
        return this.#onEvent(packet.name, packet.args[0]);
    }
  }

  #onEvent(name: string | null, payload: unknown): void {
    const topic = name === null ? topicByShape(payload) : topicOf(name);
    switch (topic) {
      case null:
        if (name === null || !isIgnored(name))
          this.#options.oddities?.unknown(name ?? 'binary', isAboutOrders(name ?? ''));
        return;
      case 'rejected':
        if (!this.#steps.settle('authorized', false)) this.renew();
        return;
      case 'authorized':
        this.#options.onMessage('balance', payload);
        this.#steps.settle('authorized', true);
        return;
      case 'account_changed':
        this.#steps.settle('account', true);
        return;
      case 'instruments':
        this.#options.onMessage(topic, payload);
        this.#steps.settle('instruments', true);
        return;
      case 'balance':
        this.#options.onMessage(topic, payload);
        this.#steps.settle('balance', true);
        return;
      default:
        this.#options.onMessage(topic, payload);
    }
  }

  #beat(wire: SocketSender): void {
    wire.send(textEvent(SENT_EVENTS.heartbeat, []));
    this.#beats += 1;
    if (this.#beats % BEATS_A_PING !== 1) return;
    this.#pingedAtMs = this.#options.clock.monotonicMs();
    wire.send(PING);
  }

  #dropped(): void {
    this.#isConnected = false;
    this.#pingedAtMs = null;
    this.#beats = 0;
    this.#steps.failAll('connection_lost');
    this.#options.onDrop();
  }
}
