import { assertNever } from '#kernel/index.ts';
import { BollingerDetector } from './bollinger/bollinger-detector.ts';
import type { Detector, SignalDirection } from './detector.ts';
import { MacdDetector } from './macd/macd-detector.ts';
import { MovingAverageDetector } from './moving-average/moving-average-detector.ts';
import { RsiDetector } from './rsi/rsi-detector.ts';
import type { StrategyRules } from './rules.ts';

/**
 * State of a fold as plain JSON with finite numbers only: the open time of the last candle (null before the first) and
 * the detector's state.
 */
export type StrategyFoldSnapshot = { readonly lastTime: number | null; readonly detector: readonly number[] };

/** A strategy over closed candles of its timeframe, ascending in time. It never receives a forming candle. */
export interface StrategyFold {
  /** Number of candles before the first that can signal. */
  readonly warmUp: number;
  /**
   * Adds the next closed candle and returns the signal at its close: 1 is CALL, -1 is PUT, 0 is no signal. A candle
   * after a gap (its time is not the last one's plus the timeframe) never signals, because a cross over a gap does not
   * count; the indicators continue across it. Allocates nothing. @param time open time, epoch seconds
   */
  push(time: number, open: number, high: number, low: number, close: number): SignalDirection;
  snapshot(): StrategyFoldSnapshot;
  /** Restores a fold from the snapshot of one with the same rules. */
  restore(state: StrategyFoldSnapshot): void;
}

function createDetector(rules: StrategyRules): Detector {
  switch (rules.type) {
    case 'rsi':
      return new RsiDetector(rules.parameters);
    case 'macd':
      return new MacdDetector(rules.parameters);
    case 'bollinger':
      return new BollingerDetector(rules.parameters);
    case 'moving_average':
      return new MovingAverageDetector(rules.parameters);
    default:
      return assertNever(rules);
  }
}

class DetectorFold implements StrategyFold {
  readonly warmUp: number;
  readonly #detector: Detector;
  readonly #timeframeSeconds: number;
  #lastTime = NaN;

  constructor(detector: Detector, timeframeSeconds: number) {
    this.warmUp = detector.warmUp;
    this.#detector = detector;
    this.#timeframeSeconds = timeframeSeconds;
  }

  push(time: number, _open: number, _high: number, _low: number, close: number): SignalDirection {
    const follows = time - this.#lastTime === this.#timeframeSeconds;
    this.#lastTime = time;
    const move = this.#detector.push(close);
    return follows ? move : 0;
  }

  snapshot(): StrategyFoldSnapshot {
    const lastTime = Number.isNaN(this.#lastTime) ? null : this.#lastTime;
    return { lastTime, detector: this.#detector.snapshot() };
  }

  restore({ lastTime, detector }: StrategyFoldSnapshot): void {
    this.#lastTime = lastTime ?? NaN;
    this.#detector.restore(detector);
  }
}

/** Creates a fold without candles. @throws RangeError for parameters that `parseStrategyRules` would refuse */
export const createStrategyFold = (rules: StrategyRules, timeframeSeconds: number): StrategyFold =>
  new DetectorFold(createDetector(rules), timeframeSeconds);
