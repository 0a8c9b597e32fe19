import { STREAM_AUTH_TIMEOUT_MS, STREAM_CLOSE, StreamEvent, type StreamRequest } from '@vigia/contract';
import { Interest, type WatchInterest } from './stream-interest.ts';

/** Events of a socket. `closed` receives the close code and is the last event. */
export type SocketListener = {
  readonly opened: () => void;
  readonly received: (data: unknown) => void;
  readonly closed: (code: number) => void;
};

/** An open or opening connection to the server. */
export interface StreamSocket {
  send(text: string): void;
  /** Closes the socket. It emits no events afterwards. */
  close(): void;
}

/** Clock, timers, randomness and socket. Tests replace each of them. */
export type StreamDeps = {
  readonly openSocket: (listener: SocketListener) => StreamSocket;
  /** Returns the access token, or null without a session. */
  readonly accessToken: () => Promise<string | null>;
  /** Renews or ends the session after the server has refused its token. */
  readonly checkSession: () => Promise<unknown>;
  readonly now: () => number;
  /**
   * Calls `task` once after `ms` milliseconds.
   * @returns the function that cancels the call
   */
  readonly after: (ms: number, task: () => void) => () => void;
  /** Returns a random number, uniformly distributed in [0, 1). */
  readonly random: () => number;
};

/** State of the stream. `sinceMs` is the time of the last message, by the clock of this device. */
export type StreamStatus =
  | { readonly state: 'live' }
  | { readonly state: 'reconnecting'; readonly sinceMs: number }
  | { readonly state: 'stale'; readonly sinceMs: number };

type EventOf<Type extends StreamEvent['type']> = Extract<StreamEvent, { type: Type }>;
type Handler = (event: StreamEvent) => void;

const PING_EVERY_MS = 5_000;
/**
 * Time in milliseconds without messages after which an open socket counts as stale. After {@link DEAD_AFTER_MS} the
 * client replaces the socket.
 */
export const STALE_AFTER_MS = 8_000;
const DEAD_AFTER_MS = 20_000;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 15_000;
/** Period in milliseconds over which the clients spread their reconnects when a server shuts down. */
const RECONNECT_SPREAD_MS = 3_000;
const REFUSALS: ReadonlySet<number> = new Set([STREAM_CLOSE.unauthenticated, STREAM_CLOSE.sessionEnded]);

/** The part of StreamClient that the app uses. Tests implement it with a fake. */
export type Stream = Pick<
  StreamClient,
  'status' | 'serverNow' | 'setTimeHint' | 'start' | 'stop' | 'on' | 'onStatus' | 'watch'
>;

/** Returns the delay before a reconnect: exponential backoff of which one half is fixed and the other half random. */
export const backoffMs = (attempt: number, random: number): number =>
  Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** attempt) * (0.5 + random / 2);

/**
 * One WebSocket connection to `/api/v1/stream`. It authenticates, subscribes to everything that parts of the screen
 * need, and reconnects by itself.
 */
export class StreamClient {
  readonly #deps: StreamDeps;
  readonly #handlers = new Map<StreamEvent['type'], Set<Handler>>();
  readonly #statusListeners = new Set<() => void>();
  readonly #interest = new Interest(() => this.#sendInterest());
  #status: StreamStatus;
  #socket: StreamSocket | null = null;
  #running = false;
  #ready = false;
  #isRefused = false;
  #attempt = 0;
  #receivedMs: number;
  #pingedMs: number | null = null;
  #offsetMs = 0;
  #cancelTimers: (() => void)[] = [];

  constructor(deps: StreamDeps) {
    this.#deps = deps;
    this.#receivedMs = deps.now();
    this.#status = { state: 'reconnecting', sinceMs: this.#receivedMs };
  }

  get status(): StreamStatus {
    return this.#status;
  }

  /** Returns the estimated time of the server's clock in epoch milliseconds. */
  serverNow(): number {
    return this.#deps.now() + this.#offsetMs;
  }

  /**
   * Sets the estimate of the server's clock from the time in an HTTP response. The pings of the stream are more
   * precise, so they have priority.
   */
  setTimeHint(serverTime: string): void {
    if (this.#pingedMs === null) this.#setOffset(serverTime, 0);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#isRefused = false;
    this.#attempt = 0;
    void this.#connect();
  }

  stop(): void {
    this.#running = false;
    this.#drop();
  }

  /**
   * Subscribes `handler` to every event of one type.
   * @returns the function that unsubscribes
   */
  on<Type extends StreamEvent['type']>(type: Type, handler: (event: EventOf<Type>) => void): () => void {
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers);
    const narrowed: Handler = (event) => {
      if (isOf(event, type)) handler(event);
    };
    handlers.add(narrowed);
    return () => void handlers.delete(narrowed);
  }

  onStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  /**
   * Subscribes to ticks and candles. The stream sends the server the union of all subscriptions.
   * @returns the function that ends the subscription
   */
  watch(interest: WatchInterest): () => void {
    return this.#interest.add(interest);
  }

  async #connect(): Promise<void> {
    // The session is checked only after the reconnect delay. A page that signs out by itself has navigated away by
    // then.
    if (this.#isRefused) await this.#deps.checkSession().catch(() => null);
    this.#isRefused = false;
    const token = await this.#deps.accessToken().catch(() => null);
    if (!this.#running || this.#socket) return;
    if (token === null) return this.#reconnectLater();
    const socket = this.#deps.openSocket({
      opened: () => this.#send({ type: 'auth', access_token: token }),
      received: (data) => this.#receive(data),
      closed: (code) => {
        if (socket === this.#socket) this.#isRefused = REFUSALS.has(code);
        this.#lost(socket, code === STREAM_CLOSE.comeBack ? RECONNECT_SPREAD_MS : 0);
      },
    });
    this.#socket = socket;
    this.#later(STREAM_AUTH_TIMEOUT_MS * 2, () => {
      if (!this.#ready) this.#lost(socket);
    });
  }

  #lost(socket: StreamSocket, spreadMs = 0): void {
    if (socket !== this.#socket) return;
    this.#drop();
    this.#setStatus({ state: 'reconnecting', sinceMs: this.#receivedMs });
    this.#reconnectLater(spreadMs);
  }

  #reconnectLater(spreadMs = 0): void {
    const waitMs = backoffMs(this.#attempt, this.#deps.random()) + spreadMs * this.#deps.random();
    this.#attempt += 1;
    this.#later(waitMs, () => void this.#connect());
  }

  #drop(): void {
    for (const cancel of this.#cancelTimers) cancel();
    this.#cancelTimers = [];
    const socket = this.#socket;
    this.#socket = null;
    this.#ready = false;
    socket?.close();
  }

  #receive(data: unknown): void {
    const event = readEvent(data);
    if (!event) return;
    this.#receivedMs = this.#deps.now();
    this.#apply(event);
    for (const handler of this.#handlers.get(event.type) ?? []) handler(event);
  }

  #apply(event: StreamEvent): void {
    switch (event.type) {
      case 'ready':
        this.#ready = true;
        this.#attempt = 0;
        this.#setOffset(event.server_time, 0);
        this.#sendInterest();
        this.#keepAlive();
        return this.#setStatus({ state: 'live' });
      case 'pong':
        return this.#setOffset(
          event.server_time,
          this.#pingedMs === null ? 0 : (this.#receivedMs - this.#pingedMs) / 2,
        );
      case 'feed':
        if (this.#pingedMs === null) this.#setOffset(event.server_time, 0);
        return this.#setStatus(event.state === 'live' ? { state: 'live' } : this.#stale());
      default:
        if (this.#ready && this.#status.state === 'stale' && event.type === 'ticks') this.#setStatus({ state: 'live' });
    }
  }

  #keepAlive(): void {
    this.#later(PING_EVERY_MS, () => {
      const silentMs = this.#deps.now() - this.#receivedMs;
      if (silentMs >= DEAD_AFTER_MS && this.#socket) return this.#lost(this.#socket);
      if (silentMs >= STALE_AFTER_MS) this.#setStatus({ state: 'stale', sinceMs: this.#receivedMs });
      this.#pingedMs = this.#deps.now();
      this.#send({ type: 'ping' });
      this.#keepAlive();
    });
  }

  #stale(): StreamStatus {
    return this.#status.state === 'stale' ? this.#status : { state: 'stale', sinceMs: this.#deps.now() };
  }

  #setOffset(serverTime: string, travelMs: number): void {
    this.#offsetMs = Date.parse(serverTime) + travelMs - this.#deps.now();
  }

  #setStatus(status: StreamStatus): void {
    if (status.state === this.#status.state) return;
    this.#status = status;
    for (const listener of this.#statusListeners) listener();
  }

  #sendInterest(): void {
    if (this.#ready) this.#send({ type: 'watch', ...this.#interest.union() });
  }

  #send(request: StreamRequest): void {
    this.#socket?.send(JSON.stringify(request));
  }

  #later(ms: number, task: () => void): void {
    this.#cancelTimers.push(this.#deps.after(ms, task));
  }
}

const isOf = <Type extends StreamEvent['type']>(event: StreamEvent, type: Type): event is EventOf<Type> =>
  event.type === type;

/** Parses a message. Returns null for an unknown type, because a newer server may send more types. */
function readEvent(data: unknown): StreamEvent | null {
  if (typeof data !== 'string') return null;
  try {
    return StreamEvent.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
