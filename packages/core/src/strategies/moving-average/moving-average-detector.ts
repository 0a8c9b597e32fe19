import { Ema, Sma } from '#indicators/index.ts';
import { invariant } from '#kernel/index.ts';
import type { MaType } from '#vocabulary/index.ts';
import type { Detector, SignalDirection } from '../detector.ts';
import type { MovingAverageParameters } from '../rules.ts';

const createAverage = (type: MaType, period: number): Ema | Sma => (type === 'ema' ? new Ema(period) : new Sma(period));

/**
 * Signals a CALL when the fast average crosses the slow average upwards, from below to at or above it, and a PUT when
 * it crosses downwards.
 */
export class MovingAverageDetector implements Detector {
  readonly warmUp: number;
  readonly #fast: Ema | Sma;
  readonly #slow: Ema | Sma;

  constructor({ fast, slow, ma_type }: MovingAverageParameters) {
    this.warmUp = slow;
    this.#fast = createAverage(ma_type, fast);
    this.#slow = createAverage(ma_type, slow);
  }

  push(close: number): SignalDirection {
    const before = this.#fast.value - this.#slow.value;
    const now = this.#fast.push(close) - this.#slow.push(close);
    if (before < 0 && now >= 0) return 1;
    return before > 0 && now <= 0 ? -1 : 0;
  }

  /** Returns the length of the fast average's state, that state, and the slow average's state. */
  snapshot(): readonly number[] {
    const fast = this.#fast.snapshot();
    return [fast.length, ...fast, ...this.#slow.snapshot()];
  }

  restore([length, ...numbers]: readonly number[]): void {
    invariant(length !== undefined, 'a moving average snapshot begins with a length');
    this.#fast.restore(numbers.slice(0, length));
    this.#slow.restore(numbers.slice(length));
  }
}
