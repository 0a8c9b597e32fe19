import type { Clock } from '@vigia/core/kernel';
import type { WebSocket } from 'ws';

const SECOND_MS = 1_000;

/** Measures the message rate of clients, because brokers limit it. */
export class MessageRate {
  readonly #clock: Clock;
  #busiestSecond = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The most messages that one connection has sent within any second so far. */
  busiestSecond(): number {
    return this.#busiestSecond;
  }

  /** Counts what arrives on that socket. */
  watch(socket: WebSocket): void {
    const recent: number[] = [];
    socket.on('message', () => {
      const nowMs = this.#clock.now();
      recent.push(nowMs);
      while ((recent[0] ?? nowMs) <= nowMs - SECOND_MS) recent.shift();
      this.#busiestSecond = Math.max(this.#busiestSecond, recent.length);
    });
  }
}
