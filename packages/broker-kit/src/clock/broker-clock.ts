import { type Clock, type EpochMs, epochMs, JumpDetector } from '@vigia/core/kernel';
import type { BrokerTime } from '#port/index.ts';

/** Weight of a new round-trip time against earlier ones. */
const NEW_WEIGHT = 0.3;
/** Number of pushed times needed before they replace the responses as the source of the offset. */
const PUSHES_MIN = 5;
const PUSHES_MAX = 30;

/** A response that states the broker's time. */
export type BrokerTimeSample = {
  /** Times of the request and of its response, by Vigía's clock. Both are equal if only the arrival is known. */
  readonly sentMs: number;
  readonly receivedMs: number;
  /** The broker's time in epoch milliseconds, rounded down to `precisionMs`. */
  readonly brokerMs: number;
  /** 1000 for whole seconds, 0 for an exact time. */
  readonly precisionMs: number;
};

/**
 * Measures the offset of the broker's clock from Vigía's clock. Brokers state their time in two ways, and one broker
 * may use both:
 *
 * - responses to a request, mostly in whole seconds (Deriv, Olymp Trade, the header `Date` of Quotex). Each response
 * gives
 *   an interval that contains the offset. The result is the middle of the intersection of all intervals, or 0 if the
 *   intersection contains 0: both clocks usually follow NTP, and the middle can be wrong by half a second;
 * - messages that the broker pushes (`timeSync` of IQ Option, prices of Quotex). Such a message is late only by its
 *   transit time. The offset is therefore the largest difference between broker time and arrival among the last 30
 *   messages, plus half of the fastest round trip.
 *
 * After a jump of Vigía's clock, the next observation replaces all earlier ones.
 */
export class BrokerClock {
  readonly #clock: Clock;
  readonly #jumps: JumpDetector;
  #lowMs = -Infinity;
  #highMs = Infinity;
  #pushesMs: number[] = [];
  #roundTripMs: number | null = null;
  /**
   * Round-trip time of the fastest response; half of it is the transit time of a pushed message. Slower responses say
   * nothing about this transit time.
   */
  #leastRoundTripMs = Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#jumps = new JumpDetector(clock);
  }

  /** Updates the offset from a response. If the response contradicts earlier responses, it replaces them. */
  answered({ sentMs, receivedMs, brokerMs, precisionMs }: BrokerTimeSample): void {
    this.#dropAfterJump();
    const lowMs = brokerMs - receivedMs;
    const highMs = brokerMs + precisionMs - sentMs;
    const isContrary = highMs < this.#lowMs || lowMs > this.#highMs;
    this.#lowMs = isContrary ? lowMs : Math.max(lowMs, this.#lowMs);
    this.#highMs = isContrary ? highMs : Math.min(highMs, this.#highMs);
  }

  /** @param brokerMs the time in a message that the broker pushed just now, epoch milliseconds */
  pushed(brokerMs: number): void {
    this.#dropAfterJump();
    this.#pushesMs = [...this.#pushesMs.slice(1 - PUSHES_MAX), brokerMs - this.#clock.now()];
  }

  /** Updates the average round-trip time with that of a request. */
  tookMs(ms: number): void {
    this.#leastRoundTripMs = Math.min(this.#leastRoundTripMs, ms);
    this.#roundTripMs = this.#roundTripMs === null ? ms : this.#roundTripMs + NEW_WEIGHT * (ms - this.#roundTripMs);
  }

  time(): BrokerTime {
    const offsetMs = this.#measuredMs();
    return {
      offsetMs: offsetMs === null ? null : Math.round(offsetMs),
      roundTripMs: this.#roundTripMs === null ? null : Math.round(this.#roundTripMs),
    };
  }

  /** Returns the milliseconds by which the broker's clock is ahead, or 0 while the offset is unknown. */
  offsetMs(): number {
    return this.time().offsetMs ?? 0;
  }

  /** Returns the broker's current time. Until it is known, returns Vigía's time. */
  now(): EpochMs {
    return epochMs(this.#clock.now() + this.offsetMs());
  }

  #measuredMs(): number | null {
    if (this.#countsPushes()) return Math.max(...this.#pushesMs) + this.#transitMs();
    if (!this.#isAnswered()) return null;
    const areAlike = this.#lowMs <= 0 && this.#highMs >= 0;
    return areAlike ? 0 : (this.#lowMs + this.#highMs) / 2;
  }

  #transitMs(): number {
    return this.#leastRoundTripMs === Infinity ? 0 : this.#leastRoundTripMs / 2;
  }

  #countsPushes(): boolean {
    return this.#pushesMs.length >= (this.#isAnswered() ? PUSHES_MIN : 1);
  }

  #isAnswered(): boolean {
    return this.#lowMs !== -Infinity;
  }

  #dropAfterJump(): void {
    if (this.#jumps.observeMs() === 0) return;
    this.#lowMs = -Infinity;
    this.#highMs = Infinity;
    this.#pushesMs = [];
  }
}
