import type { Clock } from './ports.ts';

/**
 * Smallest difference that counts as a jump. A smaller one is a normal clock correction, or the time between the two
 * readings.
 */
const JUMP_MIN_MS = 500;

/**
 * Detects jumps of wall time by comparison with monotonic time. A suspended machine appears as a jump ahead, because on
 * most systems monotonic time stops during the suspension.
 */
export class JumpDetector {
  readonly #clock: Pick<Clock, 'now' | 'monotonicMs'>;
  #aheadMs: number;

  constructor(clock: Pick<Clock, 'now' | 'monotonicMs'>) {
    this.#clock = clock;
    this.#aheadMs = this.#readAheadMs();
  }

  /**
   * Returns the milliseconds by which wall time has jumped since the last call: positive ahead, negative back, or 0.
   */
  observeMs(): number {
    const beforeMs = this.#aheadMs;
    this.#aheadMs = this.#readAheadMs();
    const jumpMs = Math.round(this.#aheadMs - beforeMs);
    return Math.abs(jumpMs) < JUMP_MIN_MS ? 0 : jumpMs;
  }

  #readAheadMs = (): number => this.#clock.now() - this.#clock.monotonicMs();
}
