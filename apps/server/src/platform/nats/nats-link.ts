import { errors, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { type Cancel, type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import { errorText } from '../startup-error.ts';
import { Hearings } from './hearings.ts';
import { lacksResponder } from './lacks-responder.ts';
import { openConnection } from './open-connection.ts';
import { OutgoingLimit } from './outgoing-limit.ts';

/** Between the end of a connection, or of an attempt, and the next attempt. */
const RETRY_AFTER_MS = durationMs(250);

type Connected = { readonly nats: NatsConnection; readonly outgoing: OutgoingLimit };

/**
 * The connection of this process to NATS, made and made again for ever. While it is away nothing is sent, kept or thrown;
 * what is listened to is listened to again as soon as it stands.
 */
export class NatsLink {
  readonly #url: string;
  readonly #name: string;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly #hearings: Hearings;
  readonly #whenConnected = new Set<() => void>();
  readonly #ended: Promise<void>;
  #connected: Connected | null = null;
  #connections = 0;
  #isClosing = false;
  #isAway = false;
  #wake: () => void = () => undefined;

  /** @param name what NATS shows of this process, such as its roles */
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
    this.#hearings = new Hearings(log);
    this.#ended = this.#keepConnected();
  }

  get isConnected(): boolean {
    return this.#connected !== null;
  }

  /** How often a connection was made again after the first one. */
  get reconnections(): number {
    return Math.max(0, this.#connections - 1);
  }

  /** For JetStream; null while there is none. */
  get connection(): NatsConnection | null {
    return this.#connected?.nats ?? null;
  }

  /** False: it is lost, for NATS is away or behind by too much. True: it is on its way, where it may get lost all the same. */
  send(subject: string, payload: string): boolean {
    if (this.#connected === null || !this.#connected.outgoing.admits(payload.length)) return false;
    try {
      this.#connected.nats.publish(subject, payload);
      return true;
    } catch (error) {
      // Anything else is a connection that is about to end.
      if (error instanceof errors.InvalidArgumentError)
        this.#log.warn({ err: error, subject }, 'a message is too large');
      return false;
    }
  }

  /** Hears what others send on a subject, wildcards included; never what this process sends. */
  hear(subject: string, handler: (message: Msg) => void): Cancel {
    return this.#hearings.add(subject, handler);
  }

  /**
   * `nobody`: certainly nobody got it; `too_late`: somebody may have.
   * @throws InvalidArgumentError where the payload is larger than NATS takes
   */
  async ask(
    subject: string,
    payload: string | Uint8Array,
    timeoutMs: number,
  ): Promise<Result<Msg, 'nobody' | 'too_late'>> {
    if (this.#connected === null) return err('nobody');
    try {
      return ok(await this.#connected.nats.request(subject, payload, { timeout: timeoutMs }));
    } catch (error) {
      if (error instanceof errors.InvalidArgumentError) throw error;
      return err(lacksResponder(error) ? 'nobody' : 'too_late');
    }
  }

  /** Calls back whenever a connection stands, the first one included, and what is listened to is heard from then on. */
  onConnected(handler: () => void): Cancel {
    this.#whenConnected.add(handler);
    return () => void this.#whenConnected.delete(handler);
  }

  /** Sends what is on its way, then ends. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wake();
    const nats = this.#connected?.nats;
    // Draining never ends where the server stands still: the connection does, by its pings.
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
      this.#tellAway(errorText(error));
      return null;
    }
  }

  /** Resolves at the connection's end. */
  async #use(nats: NatsConnection): Promise<void> {
    const ended = nats.closed();
    this.#hearings.use(nats);
    this.#connected = { nats, outgoing: new OutgoingLimit(() => nats.flush()) };
    await Promise.race([nats.flush().catch(() => undefined), ended]);
    if (!nats.isClosed()) this.#tellConnected(nats.getServer());
    const reason = await ended;
    this.#connected = null;
    this.#hearings.use(null);
    if (!this.#isClosing) this.#tellAway(reason instanceof Error ? reason.message : 'the connection ended');
  }

  #tellConnected(server: string): void {
    this.#connections += 1;
    this.#isAway = false;
    this.#log.info({ server }, 'NATS is there');
    for (const handler of this.#whenConnected) handler();
  }

  /** Once, not for every attempt. */
  #tellAway(reason: string): void {
    if (!this.#isAway) this.#log.warn({ reason }, 'NATS is away: it is tried again for as long as it takes');
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
