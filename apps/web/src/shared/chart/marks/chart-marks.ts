import type { Option, PcrSequenceView, PcrSignalView } from '@vigia/contract';
import type { Timeframe } from '@vigia/core/vocabulary';
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
  readonly sequences: readonly PcrSequenceView[];
  readonly signals: readonly PcrSignalView[];
  readonly trades: readonly Option[];
  readonly history: readonly Option[];
};

export const NO_MARKS: ChartMarks = { zones: [], signals: [], trades: [], results: [] };

export const chartMarks = (
  { sequences, signals, trades, history }: MarkSources,
  symbol: string,
  timeframe: Timeframe,
  nowMs: number,
): ChartMarks => ({
  zones: zoneMarks(sequences, symbol, timeframe),
  signals: signalMarks(signals, symbol),
  // A broker's prices are not those of the candles: its trades would stand where the market never was.
  trades: tradeMarks(trades.filter(isPricedHere), symbol),
  results: resultMarks(history.filter(isPricedHere), symbol, nowMs),
});
