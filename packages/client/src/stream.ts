import type { StreamEvent } from './api-types.ts';
import { originOf } from './origin.ts';

/** Prices that a stream subscribes to, at most 50 of each. Trades and signals of the user always arrive. */
export type StreamInterest = {
  readonly symbols?: readonly string[];
  readonly candles?: readonly { readonly symbol: string; readonly timeframe: string }[];
};

/** Events of a socket. `closed` receives the close code and is the last event. */
export type SocketListener = {
  readonly opened: () => void;
  readonly received: (data: unknown) => void;
  readonly closed: (code: number) => void;
};

/** An open or opening socket. */
export type StreamSocket = { send(text: string): void; close(): void };

/** Why a stream ended: the program closed it, or the server does not accept its token or its messages. */
export type StreamEnd = 'closed' | 'unauthenticated' | 'session_ended' | 'bad_message';

export type OpenSocket = (url: string, listener: SocketListener) => StreamSocket;

export type StreamOptions = StreamInterest & {
  /** Address of the server, like that of the client. */
  readonly url: string;
  readonly token: string | (() => string | Promise<string>);
  readonly isPlainHttpAllowed?: boolean;
  /** Called with every event. */
  readonly onEvent: (event: StreamEvent) => void;
  /** Called when the stream is live, and when it has lost its connection. After a loss, load the state again. */
  readonly onState?: (state: 'live' | 'reconnecting') => void;
  /** Called once, when the stream has ended and does not reconnect. */
  readonly onEnd?: (end: StreamEnd) => void;
  /**
   * Opens a socket. By default the WebSocket of the platform; Node 20 has none: see the README for the package `ws`.
   */
  readonly openSocket?: OpenSocket;
  /** Calls a function once after some milliseconds. @returns the function that cancels the call */
  readonly after?: (ms: number, task: () => void) => () => void;
  /** Returns a random number in [0, 1), which spreads the reconnects of many clients. */
  readonly random?: () => number;
};

export type Stream = {
  /** Replaces all subscriptions. */
  watch(interest: StreamInterest): void;
  close(): void;
};

const PING_EVERY_MS = 10_000;
/** Without any message for this time, the socket is replaced. */
const DEAD_AFTER_MS = 25_000;
const FIRST_PAUSE_MS = 500;
const PAUSE_MAX_MS = 15_000;
/** Close codes after which a new socket would be refused too. */
const ENDS: Readonly<Record<number, StreamEnd>> = {
  4401: 'unauthenticated',
  4403: 'session_ended',
  1008: 'bad_message',
};

/**
 * Opens the stream of events. It signs in, subscribes, and reconnects by itself until it is closed or refused.
 * @throws TypeError if the address is not usable, or if the platform has no WebSocket and `openSocket` is absent
 */
export function openStream(options: StreamOptions): Stream {
  return new EventStream(options);
}

class EventStream implements Stream {
  readonly #options: StreamOptions;
  readonly #address: string;
  readonly #open: OpenSocket;
  #interest: StreamInterest;
  #socket: StreamSocket | null = null;
  #isLive = false;
  #isEnded = false;
  #attempt = 0;
  #cancelPing = (): void => {};
  #cancelWait = (): void => {};

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#interest = options;
    const origin = originOf(options.url, options.isPlainHttpAllowed ?? false);
    this.#address = `${origin.replace(/^http/, 'ws')}/api/v1/stream`;
    this.#open = options.openSocket ?? platformSocket();
    void this.#connect();
  }

  watch(interest: StreamInterest): void {
    this.#interest = interest;
    if (this.#isLive) this.#sendInterest();
  }

  close(): void {
    this.#end('closed');
  }

  async #connect(): Promise<void> {
    const { token } = this.#options;
    let text: string;
    try {
      text = typeof token === 'function' ? await token() : token;
    } catch {
      return this.#reconnect();
    }
    if (this.#isEnded) return;
    this.#watchForSilence();
    const socket = this.#open(this.#address, {
      opened: () => this.#send({ type: 'auth', access_token: text }),
      received: (data) => this.#socket === socket && this.#received(data),
      // A socket that was replaced has no say any more.
      closed: (code) => this.#socket === socket && this.#lost(code),
    });
    this.#socket = socket;
  }

  #received(data: unknown): void {
    this.#watchForSilence();
    const event = readEvent(data);
    if (event === null) return;
    if (event.type === 'ready') this.#becomeLive();
    this.#options.onEvent(event);
  }

  #becomeLive(): void {
    this.#isLive = true;
    this.#attempt = 0;
    this.#sendInterest();
    this.#ping();
    this.#options.onState?.('live');
  }

  #ping(): void {
    this.#cancelPing = this.#after(PING_EVERY_MS, () => {
      this.#send({ type: 'ping' });
      this.#ping();
    });
  }

  #watchForSilence(): void {
    this.#cancelWait();
    this.#cancelWait = this.#after(DEAD_AFTER_MS, () => this.#lost(0));
  }

  #lost(code: number): void {
    if (this.#isEnded) return;
    this.#drop();
    const end = ENDS[code];
    if (end !== undefined) return this.#end(end);
    this.#reconnect();
  }

  #reconnect(): void {
    if (this.#isEnded) return;
    this.#options.onState?.('reconnecting');
    const longestMs = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** this.#attempt);
    this.#attempt += 1;
    const random = this.#options.random ?? Math.random;
    this.#cancelWait = this.#after(longestMs * (0.5 + random() / 2), () => void this.#connect());
  }

  #end(end: StreamEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#drop();
    this.#options.onEnd?.(end);
  }

  #drop(): void {
    this.#cancelPing();
    this.#cancelWait();
    this.#isLive = false;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #sendInterest(): void {
    const { symbols = [], candles = [] } = this.#interest;
    this.#send({ type: 'watch', symbols, candles });
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #after(ms: number, task: () => void): () => void {
    if (this.#options.after) return this.#options.after(ms, task);
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  }
}

function platformSocket(): OpenSocket {
  if (typeof WebSocket === 'undefined') throw new TypeError('this platform has no WebSocket: pass openSocket');
  return (url, { opened, received, closed }) => {
    const socket = new WebSocket(url);
    socket.addEventListener('open', opened);
    socket.addEventListener('message', ({ data }) => received(data));
    socket.addEventListener('close', ({ code }) => closed(code));
    return socket;
  };
}

/** Returns the event of a message; null if it is none that a client can read. */
function readEvent(data: unknown): StreamEvent | null {
  if (typeof data !== 'string') return null;
  try {
    const value: unknown = JSON.parse(data);
    const isEvent = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    // The server's tests compare its messages with the schema from which this type is generated.
    return isEvent ? (value as StreamEvent) : null;
  } catch {
    return null;
  }
}
