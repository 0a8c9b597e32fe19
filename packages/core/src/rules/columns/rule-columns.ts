import { at, type CandleColumns } from '#candles/index.ts';
import { SizedCache } from '#kernel/index.ts';
import type { Condition, OwnRules, RuleSide } from '../rule.ts';
import { fillMet, isInstantLevel, levelAt } from './condition-columns.ts';
import { fillBothCrossings, fillCrossingRows, type InstantCrossing, isInstantCrossing } from './crossing-columns.ts';
import type { RuleHistory } from './rule-history.ts';
import { SeriesColumns } from './series-columns.ts';

/** Memory for conditions of sides with several conditions, and for the signals of sides. */
const CONDITION_BYTES = 2 ** 25;
const SIDE_BYTES = 2 ** 25;

/** Signals of rules over a history: rows of candles in ascending order, and the direction at each, 1 CALL or −1 PUT. */
export type SignalRows = { readonly rows: Int32Array; readonly directions: Int8Array };

function followsOf({ time, length }: CandleColumns, stepSeconds: number): Uint8Array {
  const follows = new Uint8Array(length);
  for (let row = 1; row < length; row += 1) if (at(time, row) - at(time, row - 1) === stepSeconds) follows[row] = 1;
  return follows;
}

/** Joins a further condition to the first ones. */
function join(met: Uint8Array, column: Uint8Array, needsAll: boolean): void {
  for (let row = 0; row < met.length; row += 1) {
    const one = met[row] ?? 0;
    const other = column[row] ?? 0;
    met[row] = needsAll ? one & other : one | other;
  }
}

/** Returns the rows at which a state starts, without rows after a gap. `room` has room for all rows. */
function startsOf(met: Uint8Array, follows: Uint8Array, room: Int32Array): Int32Array {
  let count = 0;
  let was = 0;
  for (let row = 0; row < met.length; row += 1) {
    const is = met[row] ?? 0;
    if (is > was && follows[row] === 1) room[count++] = row;
    was = is;
  }
  return room.slice(0, count);
}

/** Returns true if both directions signal at crossings of the same two series, in opposite directions. */
function areOpposite(call: RuleSide, put: RuleSide): boolean {
  const one = instantCrossingOf(call);
  const other = instantCrossingOf(put);
  if (one === undefined || other === undefined || one.test === other.test) return false;
  return JSON.stringify([one.left, one.right]) === JSON.stringify([other.left, other.right]);
}

/** Returns the crossing that must happen for a direction to signal; undefined without such a crossing. */
const instantCrossingOf = ({ conditions, join: how }: RuleSide): InstantCrossing | undefined =>
  how === 'all' || conditions.length === 1 ? conditions.find(isInstantCrossing) : undefined;

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
    const follows = followsOf(candles, stepSeconds);
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
    return this.#merged(call === null ? NO_ROWS : this.#rowsOf(call), put === null ? NO_ROWS : this.#rowsOf(put));
  }

  /** Merges the rows of both directions. A row in both gives no signal. */
  #merged(calls: Int32Array, puts: Int32Array): SignalRows {
    const { rows, directions } = this.#signals;
    let [call, put, count] = [0, 0, 0];
    while (call < calls.length || put < puts.length) {
      const callRow = calls[call] ?? Infinity;
      const putRow = puts[put] ?? Infinity;
      if (callRow <= putRow) call += 1;
      if (putRow <= callRow) put += 1;
      if (callRow === putRow) continue;
      rows[count] = callRow < putRow ? callRow : putRow;
      directions[count++] = callRow < putRow ? 1 : -1;
    }
    return { rows: rows.subarray(0, count), directions: directions.subarray(0, count) };
  }

  #rowsOf(side: RuleSide): Int32Array {
    return this.#sides.get(JSON.stringify(side), () => {
      const crossing = instantCrossingOf(side);
      if (crossing !== undefined) return this.#rowsAt(crossing, side.conditions);
      this.#fillMet(side);
      return startsOf(this.#met, this.#history.follows, this.#room);
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
    if (!this.#readsBoth) return this.#room.slice(0, fillCrossingRows(crossing, this.#history, this.#room));
    const both = { up: this.#room, down: this.#signals.rows };
    const [ups, downs] = fillBothCrossings(crossing, this.#history, both);
    const [up, down] = [both.up.slice(0, ups), both.down.slice(0, downs)];
    this.#opposite = crossing.test === 'crosses_above' ? down : up;
    return crossing.test === 'crosses_above' ? up : down;
  }

  #metAt(condition: Condition): (row: number) => boolean {
    if (isInstantLevel(condition)) return levelAt(condition, this.#history);
    const column = this.#column(condition);
    return (row) => column[row] === 1;
  }

  #fillMet({ conditions, join: how }: RuleSide): void {
    const [first, ...others] = conditions;
    if (first === undefined) return void this.#met.fill(0);
    // The rows of a side are kept, so the column of its only condition is not needed again.
    if (others.length === 0) return fillMet(first, this.#history, this.#met);
    this.#met.set(this.#column(first));
    for (const other of others) join(this.#met, this.#column(other), how === 'all');
  }

  #column(condition: Condition): Uint8Array {
    return this.#conditions.get(JSON.stringify(condition), () => {
      const met = new Uint8Array(this.#met.length);
      fillMet(condition, this.#history, met);
      return met;
    });
  }
}
