import { at, type CandleColumns } from '#candles/index.ts';
import { assertNever, definedOrNull, invariant } from '#kernel/index.ts';
import type { PcrRules, SetupFilter } from '../setup/setup.ts';
import { type FilterFold, type FilterInput, statelessFilter } from './filter-fold.ts';
import type { FilterResult } from './filter-result.ts';
import { hoursFilter } from './hours.ts';
import { rsiFilter } from './rsi.ts';
import { trendFilter } from './trend.ts';
import { volatilityFilter } from './volatility.ts';

const payoutFilter = (min: number): FilterFold =>
  statelessFilter(({ payoutRatio }) => ({
    filter: 'payout',
    passed: payoutRatio >= min,
    value: definedOrNull(payoutRatio),
    limit: min,
  }));

const candleTypesFilter = (types: PcrRules['candleTypes']['types']): FilterFold =>
  statelessFilter(({ breakingType }) => ({
    filter: 'candleTypes',
    passed: types.includes(breakingType),
    value: breakingType,
    limit: types,
  }));

function filterFold(filter: SetupFilter): FilterFold {
  switch (filter.filter) {
    case 'trend':
      return trendFilter(filter);
    case 'rsi':
      return rsiFilter(filter);
    case 'hours':
      return hoursFilter(filter);
    case 'volatility':
      return volatilityFilter(filter);
    case 'payout':
      return payoutFilter(filter.min);
    default:
      return assertNever(filter);
  }
}

const NO_RESULTS: readonly FilterResult[] = Object.freeze([]);

/** The filters of a setup in the order of its rules, with candleTypes last (docs/spec/pcr.md §6). */
export class FilterSet {
  readonly #folds: readonly FilterFold[];

  /** @param leavesPayoutOut whether the payout filter is omitted, as in a replay without a payout */
  constructor({ filters, candleTypes: { types } }: PcrRules, leavesPayoutOut: boolean) {
    const asked = filters.filter(({ filter }) => filter !== 'payout' || !leavesPayoutOut).map(filterFold);
    const anyType = types.length === 0 || types.includes('any');
    this.#folds = anyType ? asked : [...asked, candleTypesFilter(types)];
  }

  push(close: number): void {
    for (let i = 0; i < this.#folds.length; i += 1) this.#folds[i]?.push(close);
  }

  /** Adds the closes of rows from `from` up to but excluding `to`. */
  pushRows({ close }: CandleColumns, from: number, to: number): void {
    for (let i = 0; i < this.#folds.length; i += 1)
      for (let row = from; row < to; row += 1) this.#folds[i]?.push(at(close, row));
  }

  /** Returns every filter's result, including those after a failed one. */
  evaluate(view: FilterInput): readonly FilterResult[] {
    if (this.#folds.length === 0) return NO_RESULTS;
    return Object.freeze(this.#folds.map((fold) => Object.freeze(fold.evaluate(view))));
  }

  snapshot(): readonly (readonly number[])[] {
    return this.#folds.map((fold) => fold.snapshot());
  }

  restore(state: readonly (readonly number[])[]): void {
    invariant(state.length === this.#folds.length, 'a snapshot holds one state for each filter');
    this.#folds.forEach((fold, index) => {
      fold.restore(state[index] ?? []);
    });
  }
}
