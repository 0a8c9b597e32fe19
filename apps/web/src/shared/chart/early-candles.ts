import type { CandleView } from '@vigia/contract';
import type { Timeframe } from '@vigia/core/vocabulary';
import { onSourceChange } from '#shared/lib/shown-prices.ts';
import { fetchCandles } from './candles.ts';

type Early = {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** null: it could not be had. */
  readonly page: Promise<CandleView[] | null>;
};

let early: Early | null = null;
onSourceChange(() => {
  early = null;
});

/** Asks for the first candles of a chart whose code is still on its way. */
export function askEarly(symbol: string, timeframe: Timeframe): void {
  early = { symbol, timeframe, page: fetchCandles(symbol, timeframe).catch(() => null) };
}

/** What was asked for early, once, to whoever draws that very chart; null otherwise. */
export async function takeEarly(symbol: string, timeframe: Timeframe): Promise<CandleView[] | null> {
  const taken = early;
  early = null;
  return taken?.symbol === symbol && taken.timeframe === timeframe ? taken.page : null;
}
