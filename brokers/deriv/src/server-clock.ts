import type { BrokerTime } from '@vigia/broker-kit/port';

/**
 * Measures how far Deriv's clock is ahead. The call `time` answers in whole seconds, so each answer gives an interval
 * that contains the offset. The intersection of all intervals is the result.
 */
export class ServerClock {
  #lowMs = -Infinity;
  #highMs = Infinity;
  #roundTripMs: number | null = null;

  /** @param serverS the server's answer, epoch seconds, rounded down */
  observe(sentMs: number, receivedMs: number, serverS: number): void {
    this.observeRoundTrip(sentMs, receivedMs);
    const lowMs = serverS * 1_000 - receivedMs;
    const highMs = serverS * 1_000 + 1_000 - sentMs;
    const wasSet = highMs < this.#lowMs || lowMs > this.#highMs;
    this.#lowMs = wasSet ? lowMs : Math.max(lowMs, this.#lowMs);
    this.#highMs = wasSet ? highMs : Math.min(highMs, this.#highMs);
  }

  observeRoundTrip(sentMs: number, receivedMs: number): void {
    this.#roundTripMs = Math.max(0, receivedMs - sentMs);
  }

  time(): BrokerTime {
    const isKnown = this.#lowMs !== -Infinity;
    return { offsetMs: isKnown ? Math.round((this.#lowMs + this.#highMs) / 2) : null, roundTripMs: this.#roundTripMs };
  }
}
