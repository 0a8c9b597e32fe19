import { Macd } from '#indicators/index.ts';
import type { Detector, SignalDirection } from '../detector.ts';
import type { MacdParameters } from '../rules.ts';

/**
 * Signals a CALL when the MACD line crosses its signal line upwards, from below to at or above it, and a PUT when it
 * crosses downwards.
 */
export class MacdDetector implements Detector {
  readonly warmUp: number;
  readonly #macd: Macd;

  constructor({ fast, slow, signal }: MacdParameters) {
    this.warmUp = slow + signal - 1;
    this.#macd = new Macd(fast, slow, signal);
  }

  push(close: number): SignalDirection {
    const before = this.#macd.histogram;
    this.#macd.push(close);
    const now = this.#macd.histogram;
    if (before < 0 && now >= 0) return 1;
    return before > 0 && now <= 0 ? -1 : 0;
  }

  snapshot(): readonly number[] {
    return this.#macd.snapshot();
  }

  restore(state: readonly number[]): void {
    this.#macd.restore(state);
  }
}
