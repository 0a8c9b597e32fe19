/** A closed candle; `time` is its open time in epoch seconds. */
export type PlainBar = {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

/** Values of a series, one per candle; null where the value is undefined. */
export type PlainSeries = readonly (number | null)[];

/** Returns the element at an index. A missing element is a bug of the caller. */
export function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no element ${index} of ${values.length}`);
  return value;
}

/** Returns true if a candle follows a gap; the first candle follows none. */
export const isAfterGap = (bars: readonly PlainBar[], stepS: number, index: number): boolean =>
  index > 0 && at(bars, index).time - at(bars, index - 1).time !== stepS;

/** Returns, for each candle, the index of the first candle of its sequence without gaps. */
export function runStarts(bars: readonly PlainBar[], stepS: number): readonly number[] {
  let start = 0;
  return bars.map((_, index) => {
    if (isAfterGap(bars, stepS, index)) start = index;
    return start;
  });
}

/** Whether a statement is true; null if this depends on the rounding of a mean, which the specification leaves open. */
export type Truth = boolean | null;

export function everyTruth(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

export function someTruth(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(null) ? null : false;
}

export const negateTruth = (truth: Truth): Truth => (truth === null ? null : !truth);
