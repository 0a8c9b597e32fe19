import { emaSeries, rsiSeries, type Series } from './indicator-series.ts';
import type { OracleCandle, OracleFilter } from './oracle-types.ts';

/** Returns whether a filter passes a direction at candle j. */
export type FilterPredicate = (direction: 'CALL' | 'PUT', j: number) => boolean;

type FilterHistory = { readonly rows: readonly OracleCandle[]; readonly timeframeS: number; readonly atr: Series };

const NO_CANDLE: OracleCandle = { time: 0, open: Number.NaN, high: Number.NaN, low: Number.NaN, close: Number.NaN };

/**
 * Evaluates a filter over the whole history. The returned function tests whether the filter passes a direction at
 * candle j.
 */
export function oracleFilter(filter: OracleFilter, { rows, timeframeS, atr }: FilterHistory): FilterPredicate {
  const closes = rows.map(({ close }) => close);
  const rowAt = (j: number): OracleCandle => rows[j] ?? NO_CANDLE;
  switch (filter.filter) {
    case 'trend': {
      const ema = emaSeries(closes, filter.period);
      return (direction, j) => {
        const [close, average] = [rowAt(j).close, ema[j] ?? Number.NaN];
        return (direction === 'CALL') === (filter.side === 'with') ? close > average : close < average;
      };
    }
    case 'rsi': {
      const { value, flat } = rsiSeries(closes, filter.period);
      return (direction, j) => {
        const rsi = value[j] ?? Number.NaN;
        return flat[j] === false && (direction === 'CALL' ? rsi <= filter.callMax : rsi >= filter.putMin);
      };
    }
    case 'hours': {
      const { from, to } = filter;
      return (_direction, j) => {
        const entry = new Date((rowAt(j).time + timeframeS) * 1_000).toISOString().slice(11, 16);
        return from < to ? entry >= from && entry < to : entry >= from || entry < to;
      };
    }
    case 'volatility':
      return (_direction, j) => {
        const percentage = (100 * (atr[j] ?? Number.NaN)) / rowAt(j).close;
        return percentage >= (filter.minAtrPct ?? -Infinity) && percentage <= (filter.maxAtrPct ?? Infinity);
      };
  }
}
