import type { MonotonicMs } from '@vigia/core/kernel';

const BURST = 30;
const PER_SECOND = 5;

/** Limits the messages that one socket may send, with a token bucket: a burst, then a steady rate. */
export class MessageQuota {
  #tokens = BURST;
  #filledAtMs: MonotonicMs;

  constructor(nowMs: MonotonicMs) {
    this.#filledAtMs = nowMs;
  }

  /** Counts one message. Returns false if the socket has sent too many messages. */
  tryTake(nowMs: MonotonicMs): boolean {
    const earned = ((nowMs - this.#filledAtMs) / 1_000) * PER_SECOND;
    this.#tokens = Math.min(BURST, this.#tokens + earned);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
