import type { AxisRange, AxisTick, Chart } from 'klinecharts';
import { formatClock, formatDateTime, formatDay, formatMinute, formatPrice } from '#shared/lib/format.ts';
import { timeTicks } from './time-ticks.ts';

const TICK_GAP_PX = 78;
/** Smallest distance in pixels between an axis tick and the edge. The label of a closer axis tick would be cut off. */
const TICK_MARGIN_PX = 18;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns a function for the ticks of the time axis within a range. The chart library calls it in every frame, so the
 * ticks are kept until the range, the size or the loaded candles change. Another series has other candle objects.
 */
export function axisTicksOf(chart: Chart): (periodMs: number, range: AxisRange, widthPx: number) => AxisTick[] {
  let inputs: readonly unknown[] = [];
  let ticks: AxisTick[] = [];
  return (periodMs, range, widthPx) => {
    const bars = chart.getDataList();
    const { realFrom, realTo } = range;
    const next = [periodMs, realFrom, realTo, widthPx, chart.getBarSpace().bar, bars[0], bars.length];
    if (next.some((input, place) => input !== inputs[place])) ticks = axisTicks(chart, periodMs, range, widthPx);
    inputs = next;
    return ticks;
  };
}

/** Returns the ticks of the time axis within `range`. */
function axisTicks(chart: Chart, periodMs: number, range: AxisRange, widthPx: number): AxisTick[] {
  const bars = chart.getDataList();
  const { bar: barWidthPx } = chart.getBarSpace();
  // Axis ticks with a date need more space.
  const gapPx = periodMs < HOUR_MS ? TICK_GAP_PX : 1.6 * TICK_GAP_PX;
  const { realFrom: from, realTo: to } = range;
  return timeTicks({ bars, periodMs, barWidthPx, from, to }, gapPx)
    .map(({ index, timeMs }) => ({ coord: barX(chart, index), value: timeMs, text: tickText(timeMs, periodMs) }))
    .filter(({ coord }) => coord >= TICK_MARGIN_PX && coord <= widthPx - TICK_MARGIN_PX);
}

function barX(chart: Chart, index: number): number {
  const pixel = chart.convertToPixel({ dataIndex: index });
  return Array.isArray(pixel) ? 0 : (pixel.x ?? 0);
}

/** Formats a time of the axis. A time within a minute has seconds. */
export function tickText(timeMs: number, periodMs: number): string {
  if (periodMs >= HOUR_MS) return fullTimeText(timeMs, periodMs);
  return (timeMs % MINUTE_MS === 0 ? formatMinute : formatClock)(timeMs);
}

/** Formats the time of a candle. */
export function fullTimeText(timeMs: number, periodMs: number): string {
  if (periodMs < MINUTE_MS) return formatClock(timeMs);
  return (periodMs < DAY_MS ? formatDateTime : formatDay)(timeMs);
}

/** Formats a price text such as `1.08571` in the number format of the user, with the same number of decimals. */
export function localPrice(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) ? formatPrice(value, text.split('.')[1]?.length ?? 0) : text;
}
