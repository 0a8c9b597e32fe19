import { type Candle, candleAt } from '@vigia/core/candles';
import type { Criterion, SignalDirection } from '@vigia/core/rules';
import { StrategyFold, type StrategyRules, signalRulesKey } from '@vigia/core/strategies';
import { type Direction, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import type { PastCandles } from '../../automations/index.ts';
import type { RefusalReason } from '../signal-refusals.ts';
import type { StrategyRow } from '../strategy.repository.ts';
import type { SharedRules, StrategyRun } from './strategy-run.ts';

/** A signal at the close of a candle with its criteria. It includes the refusal if a gate refuses it. */
export type FoundSignal = {
  readonly direction: Direction;
  readonly criteria: readonly Criterion[];
  readonly refusal: Extract<RefusalReason, { stage: 'gate' }> | null;
  readonly candle: Candle;
  /** Close time of the candle in epoch milliseconds. */
  readonly closeMs: number;
};

/** Receives the signal that the rules of a running strategy find at a live candle. */
export type RuleListener = (run: StrategyRun, found: FoundSignal) => void;

/** Returns the key of a group. Strategies with equal keys have the same evaluation of the same candles. */
export const groupKeyOf = ({ anchor_time }: Pick<StrategyRow, 'anchor_time'>, rules: StrategyRules): string =>
  `${anchor_time}|${signalRulesKey(rules)}`;

/** Strategies that share one evaluation of their rules. */
export class RuleGroup implements SharedRules {
  readonly key: string;
  readonly runs = new Set<StrategyRun>();
  readonly #fold: StrategyFold;
  readonly #timeframeSeconds: number;
  readonly #onFound: RuleListener;
  /** Runs with open signals, which need ticks. */
  readonly #awake = new Set<StrategyRun>();
  #lastTime = -Infinity;
  #lastTickMs = -Infinity;
  /** The incomplete last candle of the history; null if there is none. It is processed when a later candle arrives. */
  #unfinished: Candle | null = null;

  constructor(key: string, rules: StrategyRules, timeframe: Timeframe, onFound: RuleListener) {
    this.key = key;
    this.#timeframeSeconds = TIMEFRAME_SECONDS[timeframe];
    this.#fold = new StrategyFold(rules, this.#timeframeSeconds);
    this.#onFound = onFound;
  }

  add(run: StrategyRun): void {
    run.moveTo(this);
    this.runs.add(run);
    if (run.pendingSignals.length > 0) this.#awake.add(run);
  }

  remove(run: StrategyRun): void {
    this.runs.delete(run);
    this.#awake.delete(run);
  }

  /** Returns true if both groups have the same key and the same last candle, because their states are then equal. */
  hasSameState(other: RuleGroup): boolean {
    return this.key === other.key && this.#lastTime === other.#lastTime;
  }

  adopt(other: RuleGroup): void {
    for (const run of Array.from(other.runs)) {
      other.remove(run);
      this.add(run);
    }
  }

  awake(run: StrategyRun): void {
    this.#awake.add(run);
  }

  foldHistory({ candles, forming }: PastCandles): void {
    for (let row = 0; row < candles.length; row += 1) this.#push(candleAt(candles, row));
    this.#unfinished = forming;
  }

  onCandle(candle: Candle): void {
    if (candle.time <= this.#lastTime) return;
    // If no live candle has completed the incomplete candle, its last minutes had no ticks.
    if (this.#unfinished !== null && this.#unfinished.time < candle.time) this.#push(this.#unfinished);
    this.#unfinished = null;
    const found = this.#found(this.#push(candle), candle);
    if (found !== null) for (const run of this.runs) this.#onFound(run, found);
  }

  onTick(timeMs: number, price: number): void {
    if (this.#awake.size === 0 || timeMs < this.#lastTickMs) return;
    this.#lastTickMs = timeMs;
    for (const run of this.#awake) {
      run.onTick(timeMs, price);
      if (run.pendingSignals.length === 0) this.#awake.delete(run);
    }
  }

  advanceClock(nowMs: number): void {
    for (const run of this.#awake) {
      run.advanceClock(nowMs);
      if (run.pendingSignals.length === 0) this.#awake.delete(run);
    }
  }

  #found(move: SignalDirection, candle: Candle): FoundSignal | null {
    const refused = this.#fold.refused;
    const side = refused?.direction ?? move;
    if (side === 0) return null;
    const refusal = refused && { stage: 'gate' as const, ...refused.refusal };
    return {
      direction: side === 1 ? 'CALL' : 'PUT',
      criteria: this.#fold.criteria(side),
      refusal,
      candle,
      closeMs: (candle.time + this.#timeframeSeconds) * 1_000,
    };
  }

  #push({ time, open, high, low, close }: Candle): SignalDirection {
    this.#lastTime = time;
    return this.#fold.push(time, open, high, low, close);
  }
}
