import type { Bar } from './bar.ts';
import type { Checker } from './conditions/checker.ts';
import { createChecker } from './conditions/create-checker.ts';
import type { Condition, RuleSide } from './rule.ts';
import type { SeriesBoard } from './series/series-board.ts';

/** A condition at one candle: whether it was met, and the values that decided it (null while undefined). */
export type Criterion = {
  readonly condition: Condition;
  readonly isMet: boolean;
  readonly values: readonly (number | null)[];
};

/** The conditions of one direction. */
export class RuleSideFold {
  /** Index of the first candle at which the direction can signal. */
  readonly first: number;
  readonly #side: RuleSide;
  readonly #checkers: readonly Checker[];
  readonly #needsAll: boolean;
  #wasMet = false;

  constructor(side: RuleSide, board: SeriesBoard, stepSeconds: number) {
    this.#side = side;
    this.#checkers = side.conditions.map((condition) => createChecker(condition, board, stepSeconds));
    this.#needsAll = side.join === 'all';
    const firsts = this.#checkers.map(({ first }) => first);
    this.first = side.join === 'all' ? Math.max(...firsts) : Math.min(...firsts);
  }

  /** Evaluates the newest candle. @returns whether the direction signals: its rule is met now and was not met before */
  judge(bar: Bar): boolean {
    const checkers = this.#checkers;
    let areAllMet = true;
    let isAnyMet = false;
    // Every condition is evaluated at every candle, because some conditions count candles.
    for (let i = 0; i < checkers.length; i += 1) {
      if (checkers[i]?.judge(bar)) isAnyMet = true;
      else areAllMet = false;
    }
    const isMet = this.#needsAll ? areAllMet : isAnyMet;
    const starts = isMet && !this.#wasMet;
    this.#wasMet = isMet;
    return starts;
  }

  /** Returns the conditions at the last candle. */
  criteria(): readonly Criterion[] {
    return this.#side.conditions.map((condition, index) => ({
      condition,
      isMet: this.#checkers[index]?.isMet ?? false,
      values: this.#checkers[index]?.values() ?? [],
    }));
  }

  snapshot(): readonly (readonly number[])[] {
    return [[this.#wasMet ? 1 : 0], ...this.#checkers.map((checker) => checker.snapshot())];
  }

  /** Restores the state. The conditions of the last candle are available after the next candle. */
  restore([own = [], ...states]: readonly (readonly number[])[]): void {
    this.#wasMet = own[0] === 1;
    this.#checkers.forEach((checker, index) => {
      checker.restore(states[index] ?? []);
    });
  }
}
