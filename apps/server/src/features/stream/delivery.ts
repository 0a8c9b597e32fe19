/** Bytes sent before a ping asks the client to confirm them. */
const ASK_AFTER_BYTES = 64 * 1_024;
/** A socket with more unconfirmed bytes than this gets no prices, so that the next prices it gets are the latest. */
const SLOW_BYTES = 192 * 1_024;

/**
 * Counts bytes sent to a socket and not yet confirmed, whether they wait in this process, in the network or unread at
 * the client. The count of the socket itself ends at the kernel, whose buffers hold minutes of prices. A ping is sent
 * after some bytes; its pong confirms all bytes before it.
 */
export class Delivery {
  #openBytes = 0;
  /** Bytes that the pong of the current ping will confirm; null: no ping is waiting for its pong. */
  #askedBytes: number | null = null;

  get isSlow(): boolean {
    return this.#openBytes > SLOW_BYTES;
  }

  /** @returns true if a ping must be sent now */
  sent(bytes: number): boolean {
    this.#openBytes += bytes;
    return this.#openBytes >= ASK_AFTER_BYTES && this.ask();
  }

  /** @returns true if a ping must be sent now. Only one ping waits at a time, so that each pong belongs to its ping. */
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
