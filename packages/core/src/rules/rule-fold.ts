import { invariant } from '#kernel/index.ts';
import { type Bar, emptyBar } from './bar.ts';
import type { OwnRules } from './rule.ts';
import { type Criterion, RuleSideFold } from './rule-side.ts';
import { SeriesBoard } from './series/series-board.ts';

/** Direction of a signal: 1 is CALL, −1 is PUT, and 0 is no signal. */
export type SignalDirection = 1 | 0 | -1;

/**
 * Number of values in a snapshot that describe the last candle: its open, its close, and whether there is a last
 * candle.
 */
const LAST = 3;

/** Joins lists of numbers to one list. The length of each list precedes its elements. */
const pack = (lists: readonly (readonly number[])[]): readonly number[] =>
  lists.flatMap((list) => [list.length, ...list]);

function unpack(numbers: readonly number[]): readonly (readonly number[])[] {
  const lists: (readonly number[])[] = [];
  let next = 0;
  while (next < numbers.length) {
    const end = next + 1 + (numbers[next] ?? 0);
    invariant(end <= numbers.length, 'a rule snapshot holds lists after their lengths');
    lists.push(numbers.slice(next + 1, end));
    next = end;
  }
  return lists;
}

/** Rules over closed candles (docs/spec/strategies.md §6): conditions of both directions over shared series. */
export class RuleFold {
  /** Number of candles before the first that can signal. */
  readonly warmUp: number;
  readonly #board: SeriesBoard;
  readonly #call: RuleSideFold | null;
  readonly #put: RuleSideFold | null;
  readonly #bar: Bar = emptyBar();

  /** @param stepSeconds length of the candles */
  constructor({ call, put }: OwnRules, stepSeconds: number) {
    const board = new SeriesBoard();
    this.#board = board;
    this.#call = call && new RuleSideFold(call, board, stepSeconds);
    this.#put = put && new RuleSideFold(put, board, stepSeconds);
    this.warmUp = Math.min(this.#call?.first ?? Infinity, this.#put?.first ?? Infinity);
  }

  /**
   * The candle that `judge` adds. The caller fills in its fields; the fold keeps it as the previous candle of the next
   * call.
   */
  get bar(): Bar {
    return this.#bar;
  }

  /**
   * Adds the candle in `bar`; allocates nothing. The candle is in an object, because V8 allocates the numbers that a
   * call passes unless it inlines the call. Rules that are met in both directions give no signal.
   */
  judge(): SignalDirection {
    const bar = this.#bar;
    this.#board.push(bar);
    const isCall = this.#call !== null && this.#call.judge(bar);
    const isPut = this.#put !== null && this.#put.judge(bar);
    bar.openBefore = bar.open;
    bar.closeBefore = bar.close;
    if (isCall === isPut) return 0;
    return isCall ? 1 : -1;
  }

  /** Returns the conditions of one direction at the last candle; an empty list for a direction without rules. */
  criteria(direction: 1 | -1): readonly Criterion[] {
    return (direction === 1 ? this.#call : this.#put)?.criteria() ?? [];
  }

  /** Returns the state as finite numbers only, so that JSON preserves every bit. */
  snapshot(): readonly number[] {
    const { openBefore, closeBefore } = this.#bar;
    const last = Number.isNaN(closeBefore) ? [0, 0, 0] : [1, openBefore, closeBefore];
    const parts = [this.#board.snapshot(), this.#call?.snapshot() ?? [], this.#put?.snapshot() ?? []];
    return [...last, ...pack(parts.map(pack))];
  }

  /** Restores a fold from the snapshot of a fold with the same rules. */
  restore(state: readonly number[]): void {
    const [isThere, open = 0, close = 0] = state;
    const [board, call, put] = unpack(state.slice(LAST));
    invariant(board !== undefined && call !== undefined && put !== undefined, 'a rule snapshot holds three parts');
    this.#bar.openBefore = isThere === 1 ? open : NaN;
    this.#bar.closeBefore = isThere === 1 ? close : NaN;
    this.#board.restore(unpack(board));
    this.#call?.restore(unpack(call));
    this.#put?.restore(unpack(put));
  }
}
