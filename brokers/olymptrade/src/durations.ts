const steps = (fromS: number, toS: number, stepS: number): readonly number[] =>
  Array.from({ length: Math.floor((toS - fromS) / stepS) + 1 }, (_, index) => fromS + index * stepS);

/**
 * Possible durations, in seconds. Sources contain only whole minutes (NewYaroslav/olymptrade-cpp-api). For durations
 * below a minute, the candle sizes of the broker's web client are used.
 */
const GRID: readonly number[] = [5, 10, 15, 20, 30, ...steps(60, 3_600, 60), ...steps(4_500, 86_400, 900)];

const slices = new Map<string, readonly number[]>();

/**
 * Returns the durations between the shortest and the longest duration of a pair, ascending. All sessions share one
 * list.
 */
export function durationsWithin(minS: number, maxS: number): readonly number[] {
  const from = GRID.filter((durationS) => durationS < minS).length;
  const to = GRID.filter((durationS) => durationS <= maxS).length;
  const key = `${from}/${to}`;
  const slice = slices.get(key) ?? GRID.slice(from, to);
  slices.set(key, slice);
  return slice;
}
