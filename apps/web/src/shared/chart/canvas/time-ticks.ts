const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const STEPS_MS = [
  ...[5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 5, 10, 20, 50, 100].map((days) => days * DAY_MS),
];

/** Steps that only second candles need. */
const SHORT_STEPS_MS = [
  ...[15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2].map((minutes) => minutes * MINUTE_MS),
];

export type TickScale = {
  readonly bars: readonly { readonly timestamp: number }[];
  readonly periodMs: number;
  readonly barWidthPx: number;
  /** Index of the first visible bar. It may be outside the loaded bars. */
  readonly from: number;
  readonly to: number;
};

/**
 * Returns the round times in view, at least `gapPx` apart. Each comes with the index of the bar that opens at this
 * time.
 */
export function timeTicks(scale: TickScale, gapPx: number): { readonly index: number; readonly timeMs: number }[] {
  const { bars, periodMs, barWidthPx, from, to } = scale;
  const first = bars[0];
  if (!first) return [];
  const steps = periodMs < MINUTE_MS ? [...SHORT_STEPS_MS, ...STEPS_MS] : STEPS_MS;
  const stepMs = steps.find((step) => step >= periodMs && (step / periodMs) * barWidthPx >= gapPx) ?? 200 * DAY_MS;
  const ticks = [];
  for (let index = Math.floor(from); index < to; index += 1) {
    const timeMs = timeAt(bars, periodMs, index);
    if (timeMs % stepMs === 0) ticks.push({ index, timeMs });
  }
  return ticks;
}

function timeAt(bars: TickScale['bars'], periodMs: number, index: number): number {
  const bar = bars[index];
  if (bar) return bar.timestamp;
  const edge = index < 0 ? 0 : bars.length - 1;
  return (bars[edge]?.timestamp ?? 0) + (index - edge) * periodMs;
}
