import { STREAM_AUTH_TIMEOUT_MS, STREAM_CLOSE, StreamEvent, type StreamRequest } from '@vigia/contract';
import { Interest, type WatchInterest } from './stream-interest.ts';

/** What a socket reports. After `closed`, which tells the close code, it reports nothing more. */
export type SocketListener = {
  readonly opened: () => void;
  readonly heard: (data: unknown) => void;
  readonly closed: (code: number) => void;
};

/** An open or opening connection to the server. */
export interface StreamSocket {
  send(text: string): void;
  /** Closes without a further report. */
  close(): void;
}

/** Everything from outside, as parameters: a test drives time, chance and the wire itself. */
export type StreamSurroundings = {
  readonly openSocket: (listener: SocketListener) => StreamSocket;
  /** null when nobody is signed in. */
  readonly accessToken: () => Promise<string | null>;
  /** Asks elsewhere whether the session still holds, after the server took it no longer: renews it or ends it. */
  readonly checkSession: () => Promise<unknown>;
  readonly now: () => number;
  /** Calls once after `ms`; the answer cancels it. */
  readonly after: (ms: number, task: () => void) => () => void;
  /** Uniform in [0, 1). */
  readonly random: () => number;
};

/** `sinceMs` is when the last word came, on this machine's clock. */
export type StreamStatus =
  | { readonly state: 'live' }
  | { readonly state: 'reconnecting'; readonly sinceMs: number }
  | { readonly state: 'stale'; readonly sinceMs: number };

type EventOf<Type extends StreamEvent['type']> = Extract<StreamEvent, { type: Type }>;
type Handler = (event: StreamEvent) => void;

const PING_EVERY_MS = 5_000;
/** An open socket this long without a word counts as stale; after {@link DEAD_AFTER_MS} it is replaced. */
export const STALE_AFTER_MS = 8_000;
const DEAD_AFTER_MS = 20_000;
const BACKOFF_FIRST_MS = 500;
const BACKOFF_MAX_MS = 15_000;
/** A server that ends sends everybody away at once: those come back spread over this time. */
const COME_BACK_WITHIN_MS = 3_000;
const REFUSALS: ReadonlySet<number> = new Set([STREAM_CLOSE.unauthenticated, STREAM_CLOSE.sessionEnded]);

/** Half of a doubling wait is fixed, half is chance, so that not everybody comes back at once. */
export const backoffMs = (attempt: number, random: number): number =>
  Math.min(BACKOFF_MAX_MS, BACKOFF_FIRST_MS * 2 ** attempt) * (0.5 + random / 2);

/** One WebSocket to `/api/v1/stream`: signs in, keeps the union of all interests watched, and comes back by itself. */
export class StreamClient {
  readonly #around: StreamSurroundings;
  readonly #handlers = new Map<StreamEvent['type'], Set<Handler>>();
  readonly #statusListeners = new Set<() => void>();
  readonly #interest = new Interest(() => this.#sendInterest());
  #status: StreamStatus;
  #socket: StreamSocket | null = null;
  #running = false;
  #ready = false;
  #isRefused = false;
  #attempt = 0;
  #heardMs: number;
  #pingedMs: number | null = null;
  #offsetMs = 0;
  #cancelTimers: (() => void)[] = [];

  constructor(around: StreamSurroundings) {
    this.#around = around;
    this.#heardMs = around.now();
    this.#status = { state: 'reconnecting', sinceMs: this.#heardMs };
  }

  get status(): StreamStatus {
    return this.#status;
  }

  /** The server's clock in epoch milliseconds, as far as it is known. */
  serverNow(): number {
    return this.#around.now() + this.#offsetMs;
  }

  /** The server's time as another answer told it: what counts until the stream itself knows better. */
  hearTime(serverTime: string): void {
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

  /** Calls `handler` for every event of one type until the answer is called. */
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

  /** Keeps ticks and candles coming until the answer is called; interests of several callers add up. */
  watch(interest: WatchInterest): () => void {
    return this.#interest.add(interest);
  }

  async #connect(): Promise<void> {
    // After the wait that every return takes: a page that is ending its own session has left by then.
    if (this.#isRefused) await this.#around.checkSession().catch(() => null);
    this.#isRefused = false;
    const token = await this.#around.accessToken().catch(() => null);
    if (!this.#running || this.#socket) return;
    if (token === null) return this.#reconnectLater();
    const socket = this.#around.openSocket({
      opened: () => this.#say({ type: 'auth', access_token: token }),
      heard: (data) => this.#hear(data),
      closed: (code) => {
        if (socket === this.#socket) this.#isRefused = REFUSALS.has(code);
        this.#lost(socket, code === STREAM_CLOSE.comeBack ? COME_BACK_WITHIN_MS : 0);
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
    this.#setStatus({ state: 'reconnecting', sinceMs: this.#heardMs });
    this.#reconnectLater(spreadMs);
  }

  #reconnectLater(spreadMs = 0): void {
    const waitMs = backoffMs(this.#attempt, this.#around.random()) + spreadMs * this.#around.random();
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

  #hear(data: unknown): void {
    const event = readEvent(data);
    if (!event) return;
    this.#heardMs = this.#around.now();
    this.#obey(event);
    for (const handler of this.#handlers.get(event.type) ?? []) handler(event);
  }

  #obey(event: StreamEvent): void {
    switch (event.type) {
      case 'ready':
        this.#ready = true;
        this.#attempt = 0;
        this.#setOffset(event.server_time, 0);
        this.#sendInterest();
        this.#keepAlive();
        return this.#setStatus({ state: 'live' });
      case 'pong':
        return this.#setOffset(event.server_time, this.#pingedMs === null ? 0 : (this.#heardMs - this.#pingedMs) / 2);
      case 'feed':
        if (this.#pingedMs === null) this.#setOffset(event.server_time, 0);
        return this.#setStatus(event.state === 'live' ? { state: 'live' } : this.#stale());
      default:
        if (this.#ready && this.#status.state === 'stale' && event.type === 'ticks') this.#setStatus({ state: 'live' });
    }
  }

  #keepAlive(): void {
    this.#later(PING_EVERY_MS, () => {
      const silentMs = this.#around.now() - this.#heardMs;
      if (silentMs >= DEAD_AFTER_MS && this.#socket) return this.#lost(this.#socket);
      if (silentMs >= STALE_AFTER_MS) this.#setStatus({ state: 'stale', sinceMs: this.#heardMs });
      this.#pingedMs = this.#around.now();
      this.#say({ type: 'ping' });
      this.#keepAlive();
    });
  }

  #stale(): StreamStatus {
    return this.#status.state === 'stale' ? this.#status : { state: 'stale', sinceMs: this.#around.now() };
  }

  #setOffset(serverTime: string, travelMs: number): void {
    this.#offsetMs = Date.parse(serverTime) + travelMs - this.#around.now();
  }

  #setStatus(status: StreamStatus): void {
    if (status.state === this.#status.state) return;
    this.#status = status;
    for (const listener of this.#statusListeners) listener();
  }

  #sendInterest(): void {
    if (this.#ready) this.#say({ type: 'watch', ...this.#interest.union() });
  }

  #say(request: StreamRequest): void {
    this.#socket?.send(JSON.stringify(request));
  }

  #later(ms: number, task: () => void): void {
    this.#cancelTimers.push(this.#around.after(ms, task));
  }
}

const isOf = <Type extends StreamEvent['type']>(event: StreamEvent, type: Type): event is EventOf<Type> =>
  event.type === type;

/** A message this version does not know is passed over: a newer server may say more. */
function readEvent(data: unknown): StreamEvent | null {
  if (typeof data !== 'string') return null;
  try {
    return StreamEvent.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
