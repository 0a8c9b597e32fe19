/** A frame of a socket: text, or the bytes of a binary frame. */
export type WireFrame = string | Uint8Array;

/** One request over HTTP with its response. */
export type WireExchange = {
  readonly method: string;
  readonly url: string;
  readonly requestBody: string;
  readonly status: number;
  /** Headers of the response with lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Observer of one socket. */
export interface SocketTap {
  onFrame(direction: 'in' | 'out', frame: WireFrame): void;
}

/**
 * Observer of a session's traffic. The traffic contains secrets. Only code that removes the secrets may store it
 * (`@vigia/broker-kit/recording`).
 */
export interface WireTap {
  /** Called after the response to a request was read. */
  onExchange(exchange: WireExchange): void;
  /** Called when the session opens a socket. */
  onSocket(url: string): SocketTap;
}
