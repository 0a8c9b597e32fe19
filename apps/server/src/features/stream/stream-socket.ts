/** What the gateway needs of a WebSocket; `ws` has it, and so does a hand-written fake. */
export interface StreamSocket {
  /** Bytes handed over and not yet taken by the network. */
  readonly bufferedAmount: number;
  send(text: string): void;
  ping(): void;
  close(code: number, reason: string): void;
  /** Drops the connection without the closing handshake. */
  terminate(): void;
}
