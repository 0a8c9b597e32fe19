import type { BalanceQuantiles, SimulatedSessions } from '@vigia/core/calculator';

const AXIS_WIDTH = 76;
const TIME_AXIS_HEIGHT = 26;
const PADDING = 14;
/** Smallest distance between two labels, in pixels. */
const LABEL_GAP = 16;
/**
 * Number of points of a quantile line. With one point per trade the line would zigzag, because wins and losses differ
 * in size.
 */
const QUANTILE_POINTS = 25;
/** Number of single sessions that are drawn behind the bands. */
const SHOWN_PATHS = 8;

/** Geometry of the fan chart in pixels. Balances are in cents. */
export type FanLayout = {
  readonly width: number;
  readonly height: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly y: (balanceMinor: number) => number;
  readonly x: (trade: number) => number;
};

export function layOutFan(spread: BalanceQuantiles, width: number, height: number): FanLayout {
  const plotWidth = Math.max(1, width - AXIS_WIDTH);
  const plotHeight = height - TIME_AXIS_HEIGHT;
  const high = Math.max(...spread.p95);
  const low = Math.min(...spread.p5);
  const trades = spread.p50.length - 1;
  const reach = high - low || high || 1;
  return {
    width,
    height,
    plotWidth,
    plotHeight,
    x: (trade) => (trade / trades) * plotWidth,
    y: (balance) => PADDING + ((high - balance) / reach) * (plotHeight - 2 * PADDING),
  };
}

const point = ({ x, y }: FanLayout, balances: readonly number[], trade: number): string =>
  `${x(trade).toFixed(1)} ${y(balances[trade] ?? 0).toFixed(1)}`;

/** Returns the SVG path of one simulated session, with one point per trade. */
export const sessionPath = (layout: FanLayout, balances: readonly number[]): string =>
  `M${balances.map((_, trade) => point(layout, balances, trade)).join('L')}`;

/** Returns the SVG path of a quantile over all sessions. */
export const quantilePath = (layout: FanLayout, balances: readonly number[]): string =>
  `M${places(balances)
    .map((trade) => point(layout, balances, trade))
    .join('L')}`;

/** Returns the SVG path of the area between two quantiles. */
export function bandPath(layout: FanLayout, upper: readonly number[], lower: readonly number[]): string {
  const back = places(lower).map((trade) => point(layout, lower, trade));
  return `${quantilePath(layout, upper)}L${back.toReversed().join('L')}Z`;
}

/** Returns the numbers of trades at which a quantile is drawn. They are evenly spread and include both ends. */
function places(balances: readonly number[]): readonly number[] {
  const last = balances.length - 1;
  const count = Math.min(QUANTILE_POINTS, last);
  return Array.from({ length: count + 1 }, (_, place) => Math.round((place * last) / count));
}

export const shownPaths = ({ paths }: SimulatedSessions): SimulatedSessions['paths'] => paths.slice(0, SHOWN_PATHS);

/** Returns four to ten round trade numbers for the axis labels between the ends. */
export function tradeMarks(trades: number): readonly number[] {
  const step = roundStep(trades / 4);
  return Array.from({ length: Math.ceil(trades / step) - 1 }, (_, index) => (index + 1) * step);
}

/** Returns round balances within the chart, in cents. */
export function balanceMarks(spread: BalanceQuantiles): readonly number[] {
  const high = Math.max(...spread.p95);
  const low = Math.min(...spread.p5);
  if (high === low) return [];
  const step = roundStep((high - low) / 3);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
}

function roundStep(atMost: number): number {
  if (atMost <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(atMost));
  return [5, 2, 1].map((digit) => digit * power).find((step) => step <= atMost) ?? power;
}

/**
 * Returns the balances whose axis labels fit without overlap. If two labels overlap, the earlier balance has priority.
 */
export function labelsWithRoom(layout: FanLayout, balances: readonly number[]): readonly number[] {
  const shown: number[] = [];
  for (const balance of balances) {
    const isFree = shown.every((other) => Math.abs(layout.y(other) - layout.y(balance)) >= LABEL_GAP);
    if (isFree) shown.push(balance);
  }
  return shown;
}
