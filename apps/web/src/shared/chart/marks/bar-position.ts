/** Where a time lies on an axis of bars: 12.5 is the middle of the bar at index 12, −1 one bar before the first. */
export function barPosition(bars: readonly { readonly timestamp: number }[], periodMs: number, timeMs: number): number {
  const index = lastStartedBy(bars, timeMs);
  const opened = bars[Math.max(0, index)];
  if (!opened) return 0;
  const barsAfter = (timeMs - opened.timestamp) / periodMs;
  const isInside = index >= 0 && index < bars.length - 1;
  // In a gap of the market a time lies at the end of the bar before it, not inside a bar that does not exist.
  return Math.max(0, index) + (isInside ? Math.min(1, barsAfter) : barsAfter);
}

/** Index of the last bar that opens at or before `timeMs`; −1 if there is none. */
function lastStartedBy(bars: readonly { readonly timestamp: number }[], timeMs: number): number {
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
