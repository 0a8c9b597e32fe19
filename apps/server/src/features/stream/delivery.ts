/** So much is sent before the other side is asked whether it has come that far. */
const ASK_AFTER_BYTES = 64 * 1_024;
/** With more than this on its way a socket gets no more prices: what it gets next is to be the latest. */
const SLOW_BYTES = 192 * 1_024;

/**
 * What was sent to a socket and not confirmed: what waits here, in the network, or unread over there. The socket's own count
 * ends at the kernel, whose buffers hold minutes of prices. A ping goes behind what was sent; its pong confirms all of that.
 */
export class Delivery {
  #openBytes = 0;
  /** How much the ping under way will confirm; null: there is none. */
  #askedBytes: number | null = null;

  get isSlow(): boolean {
    return this.#openBytes > SLOW_BYTES;
  }

  /** @returns whether a ping goes behind it now */
  sent(bytes: number): boolean {
    this.#openBytes += bytes;
    return this.#openBytes >= ASK_AFTER_BYTES && this.ask();
  }

  /** @returns whether a ping goes now: one at a time, so that each pong is its own */
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
