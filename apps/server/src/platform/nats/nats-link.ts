import { errors, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { type Cancel, type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import { errorText } from '../startup-error.ts';
import { isNoResponderError } from './is-no-responder-error.ts';
import { openConnection } from './open-connection.ts';
import { OutgoingLimit } from './outgoing-limit.ts';
import { Subscriptions } from './subscriptions.ts';

/** Pause between the end of a connection or attempt and the next attempt. */
const RETRY_AFTER_MS = durationMs(250);

type Connected = { readonly nats: NatsConnection; readonly outgoing: OutgoingLimit };

/**
 * The connection of this process to NATS. It is reopened without limit. While NATS is unavailable, messages are neither
 * sent nor kept, and nothing is thrown. Subscriptions are renewed with each new connection.
 */
export class NatsLink {
  readonly #url: string;
  readonly #name: string;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly #subscriptions: Subscriptions;
  readonly #whenConnected = new Set<() => void>();
  readonly #ended: Promise<void>;
  #connected: Connected | null = null;
  #connections = 0;
  #isClosing = false;
  #isAway = false;
  #wake: () => void = () => undefined;

  /**
   * Creates a link and starts to connect.
   * @param name the name of this process in the monitoring of NATS, such as its roles
   */
  constructor({
    url,
    name,
    clock,
    log,
  }: {
    readonly url: string;
    readonly name: string;
    readonly clock: Pick<Clock, 'after'>;
    readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  }) {
    this.#url = url;
    this.#name = name;
    this.#clock = clock;
    this.#log = log;
    this.#subscriptions = new Subscriptions(log);
    this.#ended = this.#keepConnected();
  }

  get isConnected(): boolean {
    return this.#connected !== null;
  }

  /** Number of reconnections after the first connection. */
  get reconnections(): number {
    return Math.max(0, this.#connections - 1);
  }

  /** The connection for JetStream; null while there is none. */
  get connection(): NatsConnection | null {
    return this.#connected?.nats ?? null;
  }

  /**
   * Sends a message without confirmation. Returns false if the message is lost because NATS is unavailable or too slow.
   * After true the message may still get lost.
   */
  send(subject: string, payload: string): boolean {
    if (this.#connected === null || !this.#connected.outgoing.admits(payload.length)) return false;
    try {
      this.#connected.nats.publish(subject, payload);
      return true;
    } catch (error) {
      // All other errors mean that the connection is about to end.
      if (error instanceof errors.InvalidArgumentError)
        this.#log.warn({ err: error, subject }, 'a message is too large');
      return false;
    }
  }

  /** Receives messages of other processes on a subject, which may have wildcards. */
  subscribe(subject: string, handler: (message: Msg) => void): Cancel {
    return this.#subscriptions.add(subject, handler);
  }

  /**
   * Sends a request. `not_served`: certainly no process received it. `too_late`: a process may have received it.
   * @throws InvalidArgumentError if the payload is larger than NATS accepts
   */
  async ask(
    subject: string,
    payload: string | Uint8Array,
    timeoutMs: number,
  ): Promise<Result<Msg, 'not_served' | 'too_late'>> {
    if (this.#connected === null) return err('not_served');
    try {
      return ok(await this.#connected.nats.request(subject, payload, { timeout: timeoutMs }));
    } catch (error) {
      if (error instanceof errors.InvalidArgumentError) throw error;
      return err(isNoResponderError(error) ? 'not_served' : 'too_late');
    }
  }

  /** Calls the handler after every connect, including the first one, when the subscriptions are active. */
  onConnected(handler: () => void): Cancel {
    this.#whenConnected.add(handler);
    return () => void this.#whenConnected.delete(handler);
  }

  /** Sends pending messages, then closes the connection. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wake();
    const nats = this.#connected?.nats;
    // `drain` never ends if the server is suspended. In this case the pings end the connection.
    if (nats) await Promise.race([nats.drain().catch(() => undefined), nats.closed()]);
    await this.#ended;
  }

  async #keepConnected(): Promise<void> {
    while (!this.#isClosing) {
      const nats = await this.#connect();
      if (this.#isClosing) await nats?.close();
      else if (nats !== null) await this.#use(nats);
      if (!this.#isClosing) await this.#pause();
    }
  }

  async #connect(): Promise<NatsConnection | null> {
    try {
      return await openConnection(this.#url, this.#name);
    } catch (error) {
      this.#onAway(errorText(error));
      return null;
    }
  }

  /** Uses a connection. Resolves when the connection has ended. */
  async #use(nats: NatsConnection): Promise<void> {
    const ended = nats.closed();
    this.#subscriptions.use(nats);
    this.#connected = { nats, outgoing: new OutgoingLimit(() => nats.flush()) };
    await Promise.race([nats.flush().catch(() => undefined), ended]);
    if (!nats.isClosed()) this.#onConnected(nats.getServer());
    const reason = await ended;
    this.#connected = null;
    this.#subscriptions.use(null);
    if (!this.#isClosing) this.#onAway(reason instanceof Error ? reason.message : 'the connection ended');
  }

  #onConnected(server: string): void {
    this.#connections += 1;
    this.#isAway = false;
    this.#log.info({ server }, 'NATS is there');
    for (const handler of this.#whenConnected) handler();
  }

  /** Logs an outage once and not at every attempt. */
  #onAway(reason: string): void {
    if (!this.#isAway) this.#log.warn({ reason }, 'NATS is away; the connection is retried without limit');
    this.#isAway = true;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(RETRY_AFTER_MS, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
