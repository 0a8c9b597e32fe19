type Bars = readonly { readonly timestamp: number }[];

/**
 * Returns the position of a time on the axis of bars. Position 12.5 is the middle of the bar with index 12. Position −1
 * is one bar before the first bar.
 */
export function barPosition(bars: Bars, periodMs: number, timeMs: number): number {
  const index = lastBarOpenedBy(bars, timeMs);
  const opened = bars[Math.max(0, index)];
  if (!opened) return 0;
  const barsAfter = (timeMs - opened.timestamp) / periodMs;
  const isInside = index >= 0 && index < bars.length - 1;
  // A time in a market gap maps to the end of the bar before the gap.
  return Math.max(0, index) + (isInside ? Math.min(1, barsAfter) : barsAfter);
}

/**
 * Returns the time at a position on the axis of bars, in whole milliseconds. It is the inverse of {@link barPosition}.
 */
export function timeAtPosition(bars: Bars, periodMs: number, position: number): number {
  const index = Math.min(Math.max(0, Math.floor(position)), Math.max(0, bars.length - 1));
  return Math.round((bars[index]?.timestamp ?? 0) + (position - index) * periodMs);
}

/** Returns the index of the last bar that opens at or before `timeMs`, or −1 if there is none. */
export function lastBarOpenedBy(bars: Bars, timeMs: number): number {
  let from = 0;
  let to = bars.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const bar = bars[middle];
    if (bar && bar.timestamp <= timeMs) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
