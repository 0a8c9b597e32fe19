/** Number of sent bytes after which a ping asks the client to confirm them. */
const ASK_AFTER_BYTES = 64 * 1_024;
/**
 * Number of unconfirmed bytes above which a socket gets no prices. The next prices that it gets are then the latest.
 */
const SLOW_BYTES = 192 * 1_024;

/**
 * Counts the bytes that were sent to a socket and are not yet confirmed. They may be in this process, in the network,
 * or unread at the client. The count of the socket itself ends at the kernel, whose buffers can hold minutes of prices.
 * A ping is sent from time to time; its pong confirms all bytes before it.
 */
export class UnconfirmedBytes {
  #openBytes = 0;
  /** Number of bytes that the pong of the current ping will confirm; null if no ping is pending. */
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
   * Starts a ping unless one is pending, because a pong must belong to exactly one ping.
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
