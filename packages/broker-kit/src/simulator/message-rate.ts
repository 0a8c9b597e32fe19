import type { Clock } from '@vigia/core/kernel';
import type { WebSocket } from 'ws';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Measures how many requests clients send, because brokers limit this rate. */
export class MessageRate {
  readonly #clock: Clock;
  readonly #ofLastMinute: number[] = [];
  #busiestSecond = 0;
  #busiestMinute = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the largest number of messages that one connection has sent within any second. */
  busiestSecond(): number {
    return this.#busiestSecond;
  }

  /** Returns the largest number of messages and HTTP requests of all clients within any minute so far. */
  busiestMinute(): number {
    return this.#busiestMinute;
  }

  /** Counts the messages that arrive on that socket. */
  watch(socket: WebSocket): void {
    const recent: number[] = [];
    socket.on('message', () => {
      this.#busiestSecond = Math.max(this.#busiestSecond, this.#countIn(recent, SECOND_MS));
      this.request();
    });
  }

  /** Counts one HTTP request. */
  request(): void {
    this.#busiestMinute = Math.max(this.#busiestMinute, this.#countIn(this.#ofLastMinute, MINUTE_MS));
  }

  #countIn(recent: number[], perMs: number): number {
    const nowMs = this.#clock.now();
    recent.push(nowMs);
    while ((recent[0] ?? nowMs) <= nowMs - perMs) recent.shift();
    return recent.length;
  }
}
