import type { Option, PcrSequenceView, PcrSignalView } from '@vigia/contract';
import type { ChartGap } from '@vigia/core/candles';
import type { ChartTimeframe, PriceSource } from '@vigia/core/vocabulary';
import { followsShownSource } from '#shared/lib/priced-here.ts';
import {
  type ResultMark,
  resultMarks,
  type SignalMark,
  signalMarks,
  type TradeMark,
  tradeMarks,
} from './trade-marks.ts';
import { type ZoneMark, zoneMarks } from './zone-marks.ts';

/** All marks that the chart draws over the candles. */
export type ChartMarks = {
  readonly zones: readonly ZoneMark[];
  readonly signals: readonly SignalMark[];
  readonly trades: readonly TradeMark[];
  readonly results: readonly ResultMark[];
  /** Gaps between stored candles. Charts of live candles have none. */
  readonly gaps?: readonly ChartGap[];
};

/** API data for the marks of all symbols. The chart selects the data for its symbol. */
export type MarkSources = {
  /** The price source of the candles. Null while unknown. */
  readonly shown: PriceSource | null;
  /** PCR sequences that the engine found in the prices of this source. */
  readonly sequences: readonly PcrSequenceView[];
  readonly signals: readonly PcrSignalView[];
  readonly trades: readonly Option[];
  readonly history: readonly Option[];
};

export const NO_MARKS: ChartMarks = { zones: [], signals: [], trades: [], results: [] };

export const chartMarks = (
  { shown, sequences, signals, trades, history }: MarkSources,
  symbol: string,
  timeframe: ChartTimeframe,
  nowMs: number,
): ChartMarks => ({
  zones: zoneMarks(sequences, symbol, timeframe),
  signals: signalMarks(signals, symbol),
  // A trade that another price source decides is omitted, because its prices never occurred on this chart.
  trades: tradeMarks(
    trades.filter((trade) => followsShownSource(trade, shown)),
    symbol,
  ),
  results: resultMarks(
    history.filter((trade) => followsShownSource(trade, shown)),
    symbol,
    nowMs,
  ),
});
