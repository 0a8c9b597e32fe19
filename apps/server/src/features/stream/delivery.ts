/** Number of bytes sent before a ping asks the client to confirm them. */
const ASK_AFTER_BYTES = 64 * 1_024;
/** Number of unconfirmed bytes above which a socket gets no prices, so that the next prices it gets are the latest. */
const SLOW_BYTES = 192 * 1_024;

/**
 * Counts the bytes sent to a socket and not yet confirmed, in this process, in the network or unread at the client. The
 * count of the socket itself ends at the kernel, whose buffers can contain minutes of prices. A ping is sent after some
 * bytes; its pong confirms all bytes before it.
 */
export class Delivery {
  #openBytes = 0;
  /** Number of bytes that the pong of the current ping will confirm; null if no ping waits for its pong. */
  #askedBytes: number | null = null;

  get isSlow(): boolean {
    return this.#openBytes > SLOW_BYTES;
  }

  /**
   * Counts sent bytes.
   * @returns true if the caller must send a ping now
   */
  sent(bytes: number): boolean {
    this.#openBytes += bytes;
    return this.#openBytes >= ASK_AFTER_BYTES && this.ask();
  }

  /**
   * Starts a ping unless one is waiting: each pong belongs to the only waiting ping.
   * @returns true if the caller must send a ping now
   */
  ask(): boolean {
    if (this.#askedBytes !== null) return false;
    this.#askedBytes = this.#openBytes;
    return true;
  }

  confirmed(): void {
    this.#openBytes -= this.#askedBytes ?? 0;
    this.#askedBytes = null;
  }
}
