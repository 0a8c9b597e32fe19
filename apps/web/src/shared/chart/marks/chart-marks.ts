import type { Option, PcrSequenceView, PcrSignalView } from '@vigia/contract';
import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import { isPricedHere } from '#shared/lib/priced-here.ts';
import {
  type ResultMark,
  resultMarks,
  type SignalMark,
  signalMarks,
  type TradeMark,
  tradeMarks,
} from './trade-marks.ts';
import { type ZoneMark, zoneMarks } from './zone-marks.ts';

/** Everything drawn onto the candles. */
export type ChartMarks = {
  readonly zones: readonly ZoneMark[];
  readonly signals: readonly SignalMark[];
  readonly trades: readonly TradeMark[];
  readonly results: readonly ResultMark[];
};

/** What the marks are made from, as the API gives it; any symbol's, the chart picks its own. */
export type MarkSources = {
  /** Whose prices the candles are of; null while that is not known. */
  readonly shown: PriceSource | null;
  /** What was found in those prices. */
  readonly sequences: readonly PcrSequenceView[];
  readonly signals: readonly PcrSignalView[];
  readonly trades: readonly Option[];
  readonly history: readonly Option[];
};

export const NO_MARKS: ChartMarks = { zones: [], signals: [], trades: [], results: [] };

export const chartMarks = (
  { shown, sequences, signals, trades, history }: MarkSources,
  symbol: string,
  timeframe: Timeframe,
  nowMs: number,
): ChartMarks => ({
  zones: zoneMarks(sequences, symbol, timeframe),
  signals: signalMarks(signals, symbol),
  // Decided by other prices than those of the candles they would stand where the market never was.
  trades: tradeMarks(
    trades.filter((trade) => isPricedHere(trade, shown)),
    symbol,
  ),
  results: resultMarks(
    history.filter((trade) => isPricedHere(trade, shown)),
    symbol,
    nowMs,
  ),
});
