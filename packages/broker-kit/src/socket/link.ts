import { type Clock, durationMs, err, ok, type Result, type Rng } from '@vigia/core/kernel';
import { fullJitter } from '#pace/index.ts';
import { type BrokerFault, type BrokerLog, isUserActionRequired, type WireTap } from '#port/index.ts';
import { type CloseReason, SocketConnection, type SocketSender } from './connection.ts';

/** Address and headers of a connection. */
export type LinkTarget = { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/**
 * State of a link. `connecting` includes automatic reconnects; it then has the fault that caused them. `failed` is
 * final.
 */
export type LinkState =
  | { readonly status: 'connecting'; readonly fault: BrokerFault | null }
  | { readonly status: 'open' }
  | { readonly status: 'failed'; readonly fault: BrokerFault }
  | { readonly status: 'closed' };

export type LinkOptions = {
  /**
   * Returns the address and headers of the next attempt. It is called before every attempt: an address may be valid for
   * one connection only, and a session may need renewal.
   */
  target(): Promise<Result<LinkTarget, BrokerFault>>;
  /**
   * Signs in on the new socket and subscribes again. Meanwhile, messages already reach `onMessage`. A fault ends the
   * attempt. If the socket is lost, the link stops waiting for the result.
   */
  greet(wire: SocketSender): Promise<Result<null, BrokerFault>>;
  /** Converts a refused upgrade to a fault; `body` is the first 4 kB of the response. */
  refusal(status: number, body: string): BrokerFault;
  /**
   * Converts the close frame of an open socket to a fault; returns null for a frame without a known meaning. If the
   * function is absent, no close frame becomes a fault.
   */
  closing?(closing: CloseReason): BrokerFault | null;
  onMessage(data: string | Uint8Array): void;
  /** Receives the state on every change. */
  onState(state: LinkState): void;
  /** Handles the loss of an open socket, before `onState` is called. The socket's pending requests stay unanswered. */
  onDrop(): void;
  readonly heartbeat: { readonly everyMs: number; beat(wire: SocketSender): void } | null;
  /** Time without received data, in milliseconds, after which a socket counts as dead. */
  readonly silenceMs: number;
  /** Largest accepted frame in bytes, 4 MiB by default; a larger frame ends the connection. */
  readonly maxFrameBytes?: number;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: BrokerLog;
  /** Observes every frame; absent unless a recording is made. */
  readonly tap?: WireTap | undefined;
};

/** A WebSocket that reconnects by itself after its first success. */
export interface Link {
  /**
   * Resolves with the outcome of the first attempt. If it fails, the link is `failed`, and `start` may be called again.
   * After a success the link reconnects by itself. Before each attempt it waits with full jitter between 0 and 250 ms ·
   * 2^n ≤ 30 s, or as long as the broker stated. It stops at a fault that only the user can fix.
   */
  start(): Promise<Result<null, BrokerFault>>;
  /** Sends data; returns false if nothing was written, for example while the link is not `open`. */
  send(data: string | Uint8Array): boolean;
  state(): LinkState;
  /** Cuts the socket like a network fault, so that the link reconnects. A session uses it when its stream is broken. */
  renew(): void;
  stop(): Promise<void>;
}

const MAX_FRAME_BYTES = 4 * 1_048_576;
const OPEN_TIMEOUT_MS = 10_000;
const GREET_TIMEOUT_MS = 20_000;
/** Time for which a connection must last to reset the backoff. */
const STEADY_MS = 7_000;
const STOPPED: BrokerFault = { kind: 'network', detail: 'closed by us' };
const DROPPED: BrokerFault = { kind: 'network', detail: 'connection lost' };

/** Creates a link, which does not connect before `start`. */
export const openLink = (options: LinkOptions): Link => new SteadyLink(options);

/** State of one run of the link, from `start` to its end. Callbacks of earlier runs are ignored. */
type Life = { isOver: boolean; connection: SocketConnection | null; wake: () => void };

class SteadyLink implements Link {
  readonly #options: LinkOptions;
  #state: LinkState = { status: 'closed' };
  #life: Life | null = null;
  #retries = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  async start(): Promise<Result<null, BrokerFault>> {
    if (this.#life) return err({ kind: 'unknown', detail: 'started already' });
    const life: Life = { isOver: false, connection: null, wake: () => undefined };
    this.#life = life;
    this.#retries = 0;
    this.#become({ status: 'connecting', fault: null });
    const first = await this.#attempt(life);
    if (life.isOver) return err(STOPPED);
    if (!first.ok) {
      this.#fail(life, first.error);
      return first;
    }
    void this.#stayUp(life, first.value);
    return ok(null);
  }

  send(data: string | Uint8Array): boolean {
    return this.#state.status === 'open' && this.#life?.connection?.send(data) === true;
  }

  state(): LinkState {
    return this.#state;
  }

  renew(): void {
    this.#life?.connection?.cut();
  }

  async stop(): Promise<void> {
    const life = this.#life;
    this.#life = null;
    if (life) {
      life.isOver = true;
      life.wake();
      this.#become({ status: 'closed' });
      await life.connection?.close();
    } else if (this.#state.status !== 'closed') this.#become({ status: 'closed' });
  }

  /** Reconnects after every lost connection, until the link ends. */
  async #stayUp(life: Life, first: SocketConnection): Promise<void> {
    for (let connection: SocketConnection | null = first; connection; ) {
      const fault = this.#faultOf(await connection.gone);
      if (!life.isOver && endsIt(fault)) this.#fail(life, fault);
      connection = life.isOver ? null : await this.#reconnect(life, fault);
    }
  }

  #faultOf(closing: CloseReason): BrokerFault {
    return this.#options.closing?.(closing) ?? DROPPED;
  }

  async #reconnect(life: Life, lost: BrokerFault): Promise<SocketConnection | null> {
    for (let fault = lost; ; ) {
      this.#become({ status: 'connecting', fault });
      const waitMs = Math.max(fault.retryAfterMs ?? 0, fullJitter(this.#options.rng, this.#retries));
      this.#retries += 1;
      await this.#wait(life, waitMs);
      if (life.isOver) return null;
      const attempt = await this.#attempt(life);
      if (life.isOver) return null;
      if (attempt.ok) return attempt.value;
      fault = attempt.error;
      this.#options.log('info', `reconnect ${this.#retries} failed: ${fault.kind} (${fault.detail})`);
      if (endsIt(fault)) {
        this.#fail(life, fault);
        return null;
      }
    }
  }

  /** Opens one connection and signs in on it (`greet`). */
  async #attempt(life: Life): Promise<Result<SocketConnection, BrokerFault>> {
    const target = await this.#guarded(this.#options.target());
    if (life.isOver) return err(STOPPED);
    if (!target.ok) return target;
    const dialled = this.#dialled(life, target.value);
    if (!dialled.ok) return dialled;
    const connection = dialled.value;
    life.connection = connection;
    const opened = await connection.opened;
    if (!opened.ok) return opened;
    void connection.gone.then(() => this.#options.onDrop());
    const greeted = await this.#greet(connection);
    if (greeted.ok && !life.isOver) {
      this.#beginBeating(connection);
      this.#become({ status: 'open' });
      return ok(connection);
    }
    connection.cut();
    return greeted.ok ? err(STOPPED) : greeted;
  }

  /**
   * Opens a connection. An invalid address or header may come from a broker's response, so it becomes a fault of this
   * session and not an exception.
   */
  #dialled(life: Life, target: LinkTarget): Result<SocketConnection, BrokerFault> {
    try {
      return ok(this.#dial(life, target));
    } catch (error) {
      this.#options.log('warn', `cannot be dialled: ${nameOf(error)}`);
      return err({ kind: 'unknown', detail: nameOf(error) });
    }
  }

  #dial(life: Life, { url, headers = {} }: LinkTarget): SocketConnection {
    const { clock, silenceMs, maxFrameBytes = MAX_FRAME_BYTES, tap } = this.#options;
    return new SocketConnection({
      url,
      headers,
      clock,
      silenceMs,
      maxFrameBytes,
      openTimeoutMs: OPEN_TIMEOUT_MS,
      tap,
      refusal: (status, body) => this.#options.refusal(status, body),
      onMessage: (data) => {
        if (!life.isOver) this.#hand(life, data);
      },
    });
  }

  /** Passes a message to its handler. If the handler throws, only this session reconnects. */
  #hand(life: Life, data: string | Uint8Array): void {
    try {
      this.#options.onMessage(data);
    } catch (error) {
      this.#options.log('warn', `a message could not be handled: ${nameOf(error)}`);
      life.connection?.cut();
    }
  }

  async #greet(connection: SocketConnection): Promise<Result<null, BrokerFault>> {
    let cancelTimer = () => {};
    const late = new Promise<Result<null, BrokerFault>>((resolve) => {
      const fault: BrokerFault = { kind: 'network', detail: 'no answer to the greeting' };
      cancelTimer = this.#options.clock.after(durationMs(GREET_TIMEOUT_MS), () => resolve(err(fault)));
    });
    const lost = connection.gone.then((closing) => err(this.#faultOf(closing)));
    const greeted = await Promise.race([this.#guarded(this.#options.greet(connection)), lost, late]);
    cancelTimer();
    return greeted;
  }

  #beginBeating(connection: SocketConnection): void {
    const { heartbeat, clock } = this.#options;
    if (heartbeat) connection.every(heartbeat.everyMs, () => heartbeat.beat(connection));
    const cancelSteady = clock.after(durationMs(STEADY_MS), () => {
      this.#retries = 0;
    });
    void connection.gone.then(cancelSteady);
  }

  async #guarded<Value>(work: Promise<Result<Value, BrokerFault>>): Promise<Result<Value, BrokerFault>> {
    try {
      return await work;
    } catch (error) {
      this.#options.log('warn', `an attempt to connect broke off: ${nameOf(error)}`);
      return err({ kind: 'unknown', detail: nameOf(error) });
    }
  }

  #wait(life: Life, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(durationMs(ms), resolve);
      life.wake = () => {
        cancel();
        resolve();
      };
    });
  }

  #fail(life: Life, fault: BrokerFault): void {
    life.isOver = true;
    this.#life = null;
    this.#become({ status: 'failed', fault });
  }

  #become(state: LinkState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}

/** Returns whether a fault ends the link, because a retry would be useless or would lock the account. */
const endsIt = (fault: BrokerFault): boolean => isUserActionRequired(fault) || fault.kind === 'session_expired';

/**
 * Returns the name of an error for the log. Only the name is logged, because error messages may contain data from the
 * wire, secrets included.
 */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
