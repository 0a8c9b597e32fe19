import type { Clock } from '@vigia/core/kernel';

/** Largest step back in milliseconds that counts as a normal clock correction. */
const STEP_BACK_MAX_MS = 500;

/**
 * Detects a clock that was set back. No price counts as fresh until the clock has reached its earlier time again. A
 * step back that only cancels an earlier step ahead restores the right time, so prices count as fresh at once.
 */
export class ClockWatch {
  readonly #clock: Pick<Clock, 'now' | 'monotonicMs'>;
  readonly #aheadAtStartMs: number;
  #highestMs = -Infinity;

  constructor(clock: Pick<Clock, 'now' | 'monotonicMs'>) {
    this.#clock = clock;
    this.#aheadAtStartMs = clock.now() - clock.monotonicMs();
  }

  /** Records a clock reading. Must be called often, so that a step back is noticed. */
  observe(nowMs: number): void {
    if (nowMs > this.#highestMs) this.#highestMs = nowMs;
  }

  /** Returns true if the clock was set back and `nowMs` is before the latest reading. */
  isBehind(nowMs: number): boolean {
    const isSetBack = nowMs - this.#clock.monotonicMs() < this.#aheadAtStartMs - STEP_BACK_MAX_MS;
    return isSetBack && this.#highestMs - nowMs > STEP_BACK_MAX_MS;
  }
}
