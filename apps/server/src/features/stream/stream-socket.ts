import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** The WebSocket methods that the gateway uses; tests implement them with a fake. */
export interface StreamSocket {
  /** Number of bytes that were written but not yet passed to the network. */
  readonly bufferedAmount: number;
  /** Sends complete WebSocket frames unchanged. Does nothing if the socket is closing. */
  write(frames: Buffer): void;
  ping(): void;
  close(code: number, reason: string): void;
  /** Drops the connection without the closing handshake. */
  terminate(): void;
}

/**
 * A socket of `ws`. Prebuilt frames, which many sockets share, are written directly to the connection, without `ws`.
 * They stay in order with the messages of `ws`, because `ws` writes immediately too when compression is off.
 */
export class WireSocket implements StreamSocket {
  readonly #socket: WebSocket;
  readonly #wire: Socket;

  /**
   * Wraps a socket of `ws`.
   * @param wire the TCP connection of `socket`
   */
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
