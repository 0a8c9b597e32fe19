import type { StreamEvent, StreamRequest } from '@vigia/contract';

/** A fake stream server. It sends the events that a test emits. */
export class TestStream {
  readonly #open = new Set<FakeSocket>();
  #isSilent: boolean;

  /**
   * Creates the server. A `silent` server accepts no connection and sends nothing. Any other server authenticates every
   * client and sends prices of the subscribed symbols.
   */
  constructor({ silent = false } = {}) {
    this.#isSilent = silent;
  }

  /** Replaces the WebSocket of the browser. */
  install(): void {
    const opened = (socket: FakeSocket) => {
      if (!this.#isSilent) this.#open.add(socket);
      return !this.#isSilent;
    };
    window.WebSocket = class extends FakeSocket {
      constructor() {
        super();
        if (opened(this)) queueMicrotask(() => this.open());
      }
    } as unknown as typeof WebSocket;
  }

  /** Closes every connection and accepts no new connection. */
  breakOff(): void {
    this.#isSilent = true;
    for (const socket of this.#open) socket.dispatchEvent(new CloseEvent('close', { code: 1006 }));
    this.#open.clear();
  }

  /** Sends the event to every open connection. */
  emit(event: StreamEvent): void {
    for (const socket of this.#open) socket.say(event);
  }
}

class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = FakeSocket.CONNECTING;

  open(): void {
    if (this.readyState !== FakeSocket.CONNECTING) return;
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  say(event: StreamEvent): void {
    if (this.readyState !== FakeSocket.OPEN) return;
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
  }

  send(text: string): void {
    const request: StreamRequest = JSON.parse(text);
    const server_time = new Date(Date.now()).toISOString();
    if (request.type === 'auth') {
      this.say({ type: 'ready', server_time });
      this.say({ type: 'feed', state: 'live', source: 'simulated', stale_symbols: [], server_time });
    }
    if (request.type === 'ping') this.say({ type: 'pong', server_time });
    if (request.type === 'watch') {
      this.say({ type: 'ticks', ticks: request.symbols.map((symbol) => [symbol, Date.now(), 1.08]) });
    }
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }
}
