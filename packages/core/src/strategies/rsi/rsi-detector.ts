import { Rsi } from '#indicators/index.ts';
import type { Detector, SignalDirection } from '../detector.ts';
import type { RsiParameters } from '../rules.ts';

/**
 * Signals a CALL when the RSI rises through `oversold`: it was below at the previous candle and is now at or above it.
 * Signals a PUT when the RSI falls through `overbought`: it was above and is now at or below it. An RSI without any
 * price change is meaningless and crosses nothing.
 */
export class RsiDetector implements Detector {
  readonly warmUp: number;
  readonly #rsi: Rsi;
  readonly #oversold: number;
  readonly #overbought: number;

  constructor({ rsi_period, oversold, overbought }: RsiParameters) {
    this.warmUp = rsi_period + 1;
    this.#rsi = new Rsi(rsi_period);
    this.#oversold = oversold;
    this.#overbought = overbought;
  }

  push(close: number): SignalDirection {
    const wasFlat = this.#rsi.flat;
    const before = this.#rsi.value;
    const now = this.#rsi.push(close);
    if (wasFlat) return 0;
    if (before < this.#oversold && now >= this.#oversold) return 1;
    return before > this.#overbought && now <= this.#overbought ? -1 : 0;
  }

  snapshot(): readonly number[] {
    return this.#rsi.snapshot();
  }

  restore(state: readonly number[]): void {
    this.#rsi.restore(state);
  }
}
