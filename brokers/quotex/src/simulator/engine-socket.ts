import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';

/** Form of an event: `42`, an optional namespace and acknowledgement number, and a list that starts with the name. */
const EVENT = /^42(?:\/[^,]*,)?\d*(\[.*)$/s;

/** Returns the event of a frame; null for a frame without an event, which a server ignores. */
function eventOf(frame: string): { readonly name: string; readonly args: readonly unknown[] } | null {
  try {
    const list: unknown = JSON.parse(EVENT.exec(frame)?.[1] ?? 'null');
    const [name, ...args]: readonly unknown[] = Array.isArray(list) ? list : [];
    return typeof name === 'string' ? { name, args } : null;
  } catch {
    return null;
  }
}

/** The part of a WebSocket that this file uses. */
export type RawSocket = {
  send(data: string | Uint8Array): void;
  close(): void;
  terminate(): void;
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
};

type Handlers = {
  onEvent(name: string, args: readonly unknown[]): void;
  onClose(): void;
  /** Returns the payload of a binary event, with the active deviations applied. */
  deviate(name: string, payload: unknown): unknown;
};

const PING_INTERVAL_MS = 25_000;
const PING_TIMEOUT_MS = 5_000;

/**
 * The server side of Engine.IO 3 with Socket.IO 2. It is written from the specification of the protocol, not from a
 * client's code.
 */
export class EngineSocket {
  readonly #socket: RawSocket;
  readonly #clock: Clock;
  readonly #deviate: Handlers['deviate'];
  #cancelTimeout: Cancel = () => undefined;
  #isDismissed = false;

  constructor(socket: RawSocket, clock: Clock, sid: string, handlers: Handlers) {
    this.#socket = socket;
    this.#clock = clock;
    this.#deviate = handlers.deviate;
    socket.on('message', (data, isBinary) => {
      // As in Engine.IO 3, any packet shows that the client is connected and restarts its timeout.
      this.#awaitPing();
      if (!isBinary && !this.#isDismissed) this.#read(String(data), handlers);
    });
    socket.once('close', () => {
      this.#cancelTimeout();
      handlers.onClose();
    });
    const hello = { sid, upgrades: [], pingInterval: PING_INTERVAL_MS, pingTimeout: PING_TIMEOUT_MS };
    socket.send(`0${JSON.stringify(hello)}`);
    socket.send('40');
    this.#awaitPing();
  }

  sendText(name: string, ...args: readonly unknown[]): void {
    this.#socket.send(`42${JSON.stringify([name, ...args])}`);
  }

  sendBinary(name: string, payload: unknown): void {
    this.#socket.send(`451-${JSON.stringify([name, { _placeholder: true, num: 0 }])}`);
    this.sendBare(this.#deviate(name, payload));
  }

  /** Sends a binary frame without its header, as the broker sometimes does. */
  sendBare(payload: unknown): void {
    this.#socket.send(Buffer.concat([Buffer.of(4), Buffer.from(JSON.stringify(payload))]));
  }

  /** Sends the disconnect packet. Further messages are ignored, and the client must close the socket. */
  dismiss(): void {
    this.#isDismissed = true;
    this.#socket.send('41');
  }

  cut(): void {
    this.#socket.terminate();
  }

  #read(frame: string, { onEvent }: Handlers): void {
    if (frame.startsWith('2')) this.#socket.send(`3${frame.slice(1)}`);
    else if (frame === '1' || frame === '41') this.#socket.close();
    else {
      const event = eventOf(frame);
      if (event) onEvent(event.name, event.args);
    }
  }

  /** Waits for the next ping. In this version the client sends the pings; if none comes, the client is disconnected. */
  #awaitPing(): void {
    this.#cancelTimeout();
    const waitMs = durationMs(PING_INTERVAL_MS + PING_TIMEOUT_MS);
    this.#cancelTimeout = this.#clock.after(waitMs, () => this.cut());
  }
}
