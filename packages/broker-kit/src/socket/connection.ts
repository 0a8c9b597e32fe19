import type { IncomingMessage } from 'node:http';
import { type Cancel, type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import { WebSocket } from 'ws';
import { PROXY_FAULT, type Tunnel, tunnelTo } from '#outbound/index.ts';
import type { BrokerFault, SocketTap, WireTap } from '#port/index.ts';

/** The sending side of a socket. */
export interface SocketSender {
  /** Sends data; returns false if nothing was written. True does not mean that the data arrived. */
  send(data: string | Uint8Array): boolean;
}

export type ConnectionOptions = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly maxFrameBytes: number;
  readonly openTimeoutMs: number;
  readonly silenceMs: number;
  readonly tap?: WireTap | undefined;
  refusal(status: number, body: string): BrokerFault;
  onMessage(data: string | Uint8Array): void;
};

/**
 * Largest number of unsent bytes. If there are more, the peer does not read, and further data would arrive too late.
 */
const MAX_UNSENT_BYTES = 1_048_576;
const REFUSAL_BODY_BYTES = 4_096;
/**
 * Number of timer ticks without data after which the connection is cut. Ticks are counted, so that a change of the
 * wall clock does not end connections.
 */
const SILENCE_TICKS = 4;
const CLOSE_GRACE_MS = 1_000;

/** Reason for the end of a connection (RFC 6455 §7.4); 1006 without a close frame. */
export type CloseReason = { readonly code: number; readonly reason: string };

/** One WebSocket from dialling to its end. */
export class SocketConnection implements SocketSender {
  /** Resolves when the connection is open, or with the reason why it did not open. */
  readonly opened: Promise<Result<null, BrokerFault>>;
  /** Resolves when the connection has ended, on either side, with the code and reason of the close frame. */
  readonly gone: Promise<CloseReason>;
  readonly #socket: WebSocket;
  /** The tunnel through the outgoing proxy; null if the connection is direct. */
  readonly #tunnel: Tunnel | null;
  readonly #clock: Clock;
  readonly #tap: SocketTap | undefined;
  readonly #timers: Cancel[] = [];
  #quietTicks = 0;

  constructor(options: ConnectionOptions) {
    this.#clock = options.clock;
    this.#tunnel = tunnelTo(options.url);
    this.#tap = options.tap?.onSocket(options.url);
    this.#socket = new WebSocket(options.url, {
      ...(this.#tunnel && { agent: this.#tunnel }),
      headers: options.headers,
      maxPayload: options.maxFrameBytes,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.gone = new Promise((resolve) =>
      this.#socket.once('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') })),
    );
    this.opened = this.#whenOpen(options);
    void this.gone.then(() => {
      this.#cancelTimers();
      this.#tunnel?.giveUp();
    });
    this.#listen(options);
  }

  send(data: string | Uint8Array): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN || this.#socket.bufferedAmount > MAX_UNSENT_BYTES) return false;
    this.#socket.send(data);
    this.#tap?.onFrame('out', data);
    return true;
  }

  /** Calls `task` every `everyMs` milliseconds while the connection is open. */
  every(everyMs: number, task: () => void): void {
    this.#timers.push(this.#clock.every(durationMs(everyMs), task));
  }

  /** Sends a close frame and resolves when the connection has ended. */
  async close(): Promise<void> {
    this.#timers.push(this.#clock.after(durationMs(CLOSE_GRACE_MS), () => this.#socket.terminate()));
    this.#socket.close(1000);
    await this.gone;
  }

  /** Ends the connection at once, without a close frame. */
  cut(): void {
    this.#socket.terminate();
  }

  #whenOpen({ openTimeoutMs, refusal }: ConnectionOptions): Promise<Result<null, BrokerFault>> {
    return new Promise((resolve) => {
      let detail = 'closed before it was open';
      this.#timers.push(
        this.#clock.after(durationMs(openTimeoutMs), () => {
          if (this.#socket.readyState !== WebSocket.CONNECTING) return;
          detail = 'no answer to the upgrade';
          this.cut();
        }),
      );
      this.#socket.once('open', () => resolve(ok(null)));
      this.#socket.once('unexpected-response', (_request, response) => {
        void bodyStart(response).then((body) => {
          resolve(err(refusal(response.statusCode ?? 0, body)));
          this.cut();
        });
      });
      // The `close` event always follows an error. The error's message may contain the address, and so a one-time
      // secret.
      this.#socket.on('error', (error) => {
        detail = codeOf(error);
      });
      void this.gone.then(() =>
        resolve(err(this.#tunnel?.isOpen === false ? PROXY_FAULT : { kind: 'network', detail })),
      );
    });
  }

  #listen({ silenceMs, onMessage }: ConnectionOptions): void {
    const hear = () => {
      this.#quietTicks = 0;
    };
    this.#socket.on('ping', hear);
    this.#socket.on('pong', hear);
    this.#socket.on('message', (data, isBinary) => {
      hear();
      // `ws` passes one Buffer unless configured otherwise (binaryType 'nodebuffer').
      if (!(data instanceof Buffer)) return;
      const frame = isBinary ? data : data.toString('utf8');
      this.#tap?.onFrame('in', frame);
      onMessage(frame);
    });
    this.#socket.once('open', () =>
      this.every(silenceMs / SILENCE_TICKS, () => {
        this.#quietTicks += 1;
        if (this.#quietTicks > SILENCE_TICKS) this.cut();
      }),
    );
  }

  #cancelTimers(): void {
    for (const cancel of this.#timers) cancel();
  }
}

async function bodyStart(response: IncomingMessage): Promise<string> {
  let body = '';
  try {
    for await (const chunk of response) {
      body += String(chunk);
      if (body.length >= REFUSAL_BODY_BYTES) break;
    }
  } catch {
    // The connection ended within the body; the received part is enough.
  }
  return body.slice(0, REFUSAL_BODY_BYTES);
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);
