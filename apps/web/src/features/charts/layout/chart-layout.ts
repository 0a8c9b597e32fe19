import { TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import type { Series } from '#shared/chart/canvas/candle-feed.ts';

/**
 * Asset and timeframe of a chart. Second candles belong to the active chart only, and the layout does not keep
 * them.
 */
export type StoredSeries = { readonly symbol: string; readonly timeframe: Timeframe };

/** Numbers of charts that the user can see at once. */
export const CHART_COUNTS = [1, 2, 4] as const;
export type ChartCount = (typeof CHART_COUNTS)[number];

/**
 * The charts that the user sees at once. The asset and the timeframe of the active chart are those of the whole screen
 * (`useUi`), so that the order form cannot show another asset; `others` holds the series of every other place.
 */
export type ChartLayout = {
  readonly count: ChartCount;
  /** Place of the active chart. It is lower than `count`. */
  readonly active: number;
  /** Series by place. The entry at `active` is null. */
  readonly others: readonly (StoredSeries | null)[];
};

export const SINGLE_CHART_LAYOUT: ChartLayout = { count: 1, active: 0, others: [null] };

/** Returns the series of every place, if the active chart shows `shown`. */
export const seriesOf = ({ count, active, others }: ChartLayout, shown: Series): readonly Series[] =>
  Array.from({ length: count }, (_, place) => (place === active ? shown : (others[place] ?? shown)));

/**
 * Makes another chart active.
 * @returns the layout, and the series that the screen shows from now on. Null if nothing changes
 */
export function withActiveChart(
  layout: ChartLayout,
  place: number,
  shown: StoredSeries,
): { readonly layout: ChartLayout; readonly shown: StoredSeries } | null {
  if (place === layout.active || place >= layout.count) return null;
  const next = layout.others[place] ?? shown;
  const others = layout.others.map((series, at) => (at === place ? null : at === layout.active ? shown : series));
  return { layout: { ...layout, active: place, others }, shown: next };
}

/**
 * Changes the number of charts. The active chart stays, and with it the asset of the order form. Charts that have never
 * been shown get the first `candidates` that are not on the screen yet.
 */
export function withChartCount(
  { active, others }: ChartLayout,
  count: ChartCount,
  shown: StoredSeries,
  candidates: readonly string[],
): ChartLayout {
  const place = Math.min(active, count - 1);
  const rest = others.filter((_, at) => at !== active);
  const kept = rest.slice(0, count - 1).flatMap((series) => series ?? []);
  const used = new Set([shown.symbol, ...kept.map(({ symbol }) => symbol)]);
  const fresh = candidates.filter((symbol) => !used.has(symbol)).map((symbol) => ({ ...shown, symbol }));
  const filled = [...kept, ...fresh].slice(0, count - 1);
  // With too few assets, the remaining charts show the active asset.
  while (filled.length < count - 1) filled.push(shown);
  // The charts that do not fit now come back with a larger number.
  const hidden = rest.slice(count - 1);
  return { count, active: place, others: [...filled.slice(0, place), null, ...filled.slice(place), ...hidden] };
}

/** Parses a stored layout. Anything invalid gives one chart. */
export function readLayout(text: string | null): ChartLayout {
  const { count, active, others } = parsed(text);
  const known = CHART_COUNTS.find((each) => each === count);
  if (known === undefined || !Array.isArray(others) || !isPlace(active, known)) return SINGLE_CHART_LAYOUT;
  const series = others.map((each, place) => (place === active ? null : readSeries(each)));
  const isWhole = series.slice(0, known).every((each, place) => place === active || each !== null);
  return isWhole && series.length >= known ? { count: known, active, others: series } : SINGLE_CHART_LAYOUT;
}

const isPlace = (value: unknown, count: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < count;

function readSeries(value: unknown): StoredSeries | null {
  const { symbol, timeframe: name } = fieldsOf(value);
  const timeframe = TIMEFRAMES.find((each) => each === name);
  return typeof symbol === 'string' && SYMBOL.test(symbol) && timeframe ? { symbol, timeframe } : null;
}

const SYMBOL = /^[A-Z0-9._-]{1,32}$/i;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
