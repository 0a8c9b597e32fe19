import { type Criterion, RuleFold, type SignalDirection } from '#rules/index.ts';
import { type GateRefusal, TimeGates } from './gates.ts';
import type { StrategyRules } from './registry.ts';
import { rulesOf } from './rules-of.ts';

/**
 * State of a fold as plain JSON with finite numbers only. It contains the open time of the last candle and the state of
 * the rules. It also contains the number of candles since the last signal (null before the first).
 */
export type StrategyFoldSnapshot = {
  readonly lastTime: number | null;
  readonly candlesSinceSignal: number | null;
  readonly rules: readonly number[];
};

/** A signal that a gate refused. */
export type RefusedSignal = { readonly direction: 1 | -1; readonly refusal: GateRefusal };

/** A strategy over closed candles of its timeframe, ascending in time. The caller never pushes a forming candle. */
export class StrategyFold {
  readonly #rules: RuleFold;
  readonly #gates: TimeGates | null;
  readonly #timeframeSeconds: number;
  #lastTime = NaN;
  #refused: RefusedSignal | null = null;

  /** @throws RangeError for parameters outside the ranges of their definition */
  constructor(rules: StrategyRules, timeframeSeconds: number) {
    this.#rules = new RuleFold(rulesOf(rules), timeframeSeconds);
    this.#gates = rules.parameters.gates ? new TimeGates(rules.parameters.gates, timeframeSeconds) : null;
    this.#timeframeSeconds = timeframeSeconds;
  }

  /** Number of candles before the first that can signal. */
  get warmUp(): number {
    return this.#rules.warmUp;
  }

  /** The possible signal that a gate refused at the last candle; null if there was none. */
  get refused(): RefusedSignal | null {
    return this.#refused;
  }

  /**
   * Adds the next closed candle and returns the signal at its close: 1 is CALL, -1 is PUT, 0 is no signal. A candle
   * after a gap (its time is not the last one's plus the timeframe) never signals. A cross over a gap does not count.
   * The indicators continue across the gap. Allocates nothing unless there is a signal. @param time open time, epoch
   * seconds
   */
  push(time: number, open: number, high: number, low: number, close: number): SignalDirection {
    const follows = time - this.#lastTime === this.#timeframeSeconds;
    this.#lastTime = time;
    this.#refused = null;
    this.#gates?.nextCandle();
    const { bar } = this.#rules;
    bar.time = time;
    bar.open = open;
    bar.high = high;
    bar.low = low;
    bar.close = close;
    bar.follows = follows;
    const direction = this.#rules.judge();
    if (direction === 0 || !follows) return 0;
    const refusal = this.#gates?.admit(time) ?? null;
    if (refusal === null) return direction;
    this.#refused = { direction, refusal };
    return 0;
  }

  /** Returns the conditions of one direction at the last candle: whether each was met, and its values. */
  criteria(direction: 1 | -1): readonly Criterion[] {
    return this.#rules.criteria(direction);
  }

  snapshot(): StrategyFoldSnapshot {
    const lastTime = Number.isNaN(this.#lastTime) ? null : this.#lastTime;
    return { lastTime, candlesSinceSignal: this.#gates?.candlesSince ?? null, rules: this.#rules.snapshot() };
  }

  /** Restores a fold from the snapshot of a fold with the same rules. */
  restore({ lastTime, candlesSinceSignal, rules }: StrategyFoldSnapshot): void {
    this.#lastTime = lastTime ?? NaN;
    this.#gates?.restore(candlesSinceSignal);
    this.#rules.restore(rules);
  }
}
