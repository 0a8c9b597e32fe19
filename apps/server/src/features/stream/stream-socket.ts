import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** What the gateway needs of a WebSocket; a hand-written fake has it too. */
export interface StreamSocket {
  /** Bytes handed over and not yet taken by the network. */
  readonly bufferedAmount: number;
  /** Sends whole WebSocket frames as they are; nothing once it is closing. */
  write(frames: Buffer): void;
  ping(): void;
  close(code: number, reason: string): void;
  /** Drops the connection without the closing handshake. */
  terminate(): void;
}

/**
 * A socket of `ws`, around which frames made once for many go straight to the connection. They keep their order with what
 * `ws` itself sends: without compression, which is off, it writes at once too.
 */
export class WireSocket implements StreamSocket {
  readonly #socket: WebSocket;
  readonly #wire: Socket;

  /** @param wire the connection under `socket` */
  constructor(socket: WebSocket, wire: Socket) {
    this.#socket = socket;
    this.#wire = wire;
  }

  get bufferedAmount(): number {
    return this.#wire.writableLength;
  }

  write(frames: Buffer): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#wire.write(frames);
  }

  ping(): void {
    this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
