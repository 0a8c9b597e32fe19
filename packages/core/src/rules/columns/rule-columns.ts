import type { CandleColumns } from '#candles/index.ts';
import { SizedCache } from '#kernel/index.ts';
import type { Condition, OwnRules, RuleSide } from '../rule.ts';
import { comparisonTesterAt, createConditionColumn, isInstantLevel } from './condition-columns.ts';
import { BothCrossings, CrossingRows, type InstantCrossing } from './crossing-columns.ts';
import { fillFollows, type RuleHistory } from './rule-history.ts';
import { SeriesColumns } from './series-columns.ts';
import {
  appendMerged,
  areOpposite,
  fillStarts,
  firstSignals,
  instantCrossingOf,
  join,
  type SignalRows,
} from './side-rows.ts';

/** Memory for conditions of sides with several conditions, and for the signals of sides. */
const CONDITION_BYTES = 2 ** 25;
const SIDE_BYTES = 2 ** 25;

const NO_ROWS = new Int32Array();

/**
 * Signals of many rules over one history. Rules share what they have in common: an indicator, a condition and a side
 * are calculated once (docs/decisions/0070-speed-of-tests.md). The signals are those of `RuleFold`; property tests
 * compare the two.
 */
export class RuleColumns {
  readonly #history: RuleHistory;
  readonly #conditions = new SizedCache<Uint8Array>(CONDITION_BYTES);
  readonly #sides = new SizedCache<Int32Array>(SIDE_BYTES);
  /** Buffers for the side (CALL or PUT) that is being evaluated. They are reused for each side. */
  readonly #met: Uint8Array;
  readonly #room: Int32Array;
  /** Whether both directions of the current rules cross the same series, and the rows of the second direction. */
  #readsBoth = false;
  #opposite: Int32Array | null = null;
  /** Memory for the signals of the last call. */
  readonly #signals: SignalRows;

  /** @param stepSeconds length of the candles */
  constructor(candles: CandleColumns, stepSeconds: number) {
    const follows = new Uint8Array(candles.length);
    fillFollows(candles, NaN, stepSeconds, follows);
    this.#history = { candles, stepSeconds, follows, series: new SeriesColumns(candles) };
    this.#met = new Uint8Array(candles.length);
    this.#room = new Int32Array(candles.length);
    this.#signals = { rows: new Int32Array(candles.length), directions: new Int8Array(candles.length) };
  }

  /**
   * Returns the signals of rules. Only candles that follow the previous one without a gap signal. The next call reuses
   * the memory of the signals.
   */
  signals({ call, put }: OwnRules): SignalRows {
    this.#opposite = null;
    this.#readsBoth = call !== null && put !== null && areOpposite(call, put);
    const calls = call === null ? NO_ROWS : this.#rowsOf(call);
    const puts = put === null ? NO_ROWS : this.#rowsOf(put);
    return firstSignals(this.#signals, appendMerged(calls, puts, this.#signals, 0, 0));
  }

  #rowsOf(side: RuleSide): Int32Array {
    return this.#sides.get(JSON.stringify(side), () => {
      const crossing = instantCrossingOf(side);
      if (crossing !== undefined) return this.#rowsAt(crossing, side.conditions);
      this.#fillMetCandles(side);
      return this.#room.slice(0, fillStarts(this.#met, this.#history.follows, 0, this.#room));
    });
  }

  /**
   * Returns the rows at which a crossing happens and the other conditions are met too. A crossing is never met at two
   * candles in a row, so each of these rows starts a signal.
   */
  #rowsAt(crossing: InstantCrossing, conditions: readonly Condition[]): Int32Array {
    const rows = this.#crossingRows(crossing);
    const others = conditions.filter((condition) => condition !== crossing);
    return others.reduce((left, other) => left.filter(this.#metAt(other)), rows);
  }

  /** Returns the rows of a crossing. If the other direction reads the same series, both are found in one pass. */
  #crossingRows(crossing: InstantCrossing): Int32Array {
    if (this.#opposite !== null) return this.#opposite;
    if (!this.#readsBoth) return this.#room.slice(0, new CrossingRows(crossing).fill(this.#history, this.#room));
    const both = { up: this.#room, down: this.#signals.rows };
    const [ups, downs] = new BothCrossings(crossing).fill(this.#history, both);
    const [up, down] = [both.up.slice(0, ups), both.down.slice(0, downs)];
    this.#opposite = crossing.test === 'crosses_above' ? down : up;
    return crossing.test === 'crosses_above' ? up : down;
  }

  #metAt(condition: Condition): (row: number) => boolean {
    if (isInstantLevel(condition)) return comparisonTesterAt(condition, this.#history);
    const column = this.#column(condition);
    return (row) => column[row] === 1;
  }

  #fillMetCandles({ conditions, join: how }: RuleSide): void {
    const [first, ...others] = conditions;
    if (first === undefined) return void this.#met.fill(0);
    // The rows of a side are kept, so the column of its only condition is not needed again.
    if (others.length === 0) return this.#fill(first, this.#met);
    this.#met.set(this.#column(first));
    for (const other of others) join(this.#met, this.#column(other), how === 'all');
  }

  #column(condition: Condition): Uint8Array {
    return this.#conditions.get(JSON.stringify(condition), () => {
      const met = new Uint8Array(this.#met.length);
      this.#fill(condition, met);
      return met;
    });
  }

  #fill(condition: Condition, met: Uint8Array): void {
    createConditionColumn(condition, this.#history.stepSeconds).fill(this.#history, met);
  }
}
