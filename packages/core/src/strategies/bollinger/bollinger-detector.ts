import { Bollinger } from '#indicators/index.ts';
import type { Detector, SignalDirection } from '../detector.ts';
import type { BollingerParameters } from '../rules.ts';

/**
 * Signals a CALL when the close returns from below the lower band to the band or above it, and a PUT in the mirrored
 * case at the upper band. Each close is compared with the bands of its own candle. A signal needs a bandwidth
 * 100·(upper−lower)/middle of at least `squeeze_threshold`.
 */
export class BollingerDetector implements Detector {
  readonly warmUp: number;
  readonly #bands: Bollinger;
  readonly #squeezeThreshold: number;
  #closeBefore = 0;

  constructor({ period, std_dev, squeeze_threshold }: BollingerParameters) {
    this.warmUp = period;
    this.#bands = new Bollinger(period, std_dev);
    this.#squeezeThreshold = squeeze_threshold;
  }

  push(close: number): SignalDirection {
    const bands = this.#bands;
    const wasBelow = this.#closeBefore < bands.lower;
    const wasAbove = this.#closeBefore > bands.upper;
    this.#closeBefore = close;
    const middle = bands.push(close);
    if (!wasBelow && !wasAbove) return 0;
    const { upper, lower } = bands;
    if ((100 * (upper - lower)) / middle < this.#squeezeThreshold) return 0;
    if (wasBelow) return close >= lower ? 1 : 0;
    return close <= upper ? -1 : 0;
  }

  snapshot(): readonly number[] {
    return [this.#closeBefore, ...this.#bands.snapshot()];
  }

  restore([closeBefore = 0, ...bands]: readonly number[]): void {
    this.#closeBefore = closeBefore;
    this.#bands.restore(bands);
  }
}
