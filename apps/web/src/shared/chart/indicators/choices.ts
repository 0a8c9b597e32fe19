import { formatDecimal } from '#shared/lib/format.ts';
import { indicatorMessages } from './messages.es.ts';

/** Settings of an indicator. Periods are in candles. */
export type IndicatorChoice =
  | { readonly kind: 'ema' | 'sma'; readonly period: number }
  | { readonly kind: 'bollinger'; readonly period: number; readonly deviations: number }
  | { readonly kind: 'rsi'; readonly period: number }
  | { readonly kind: 'macd'; readonly fast: number; readonly slow: number; readonly signal: number };

/**
 * An indicator on the chart. `slot` is its unique key in the list of indicators, `tone` the number of its line look.
 */
export type ShownIndicator = { readonly slot: string; readonly choice: IndicatorChoice; readonly tone: number };

const words = indicatorMessages;

export function nameOfIndicator(choice: IndicatorChoice): string {
  switch (choice.kind) {
    case 'ema':
    case 'sma':
    case 'rsi':
      return words[choice.kind](choice.period);
    case 'bollinger':
      return words.bollinger(choice.period, formatDecimal(choice.deviations, 1));
    case 'macd':
      return words.macd(choice.fast, choice.slow, choice.signal);
  }
}

/**
 * Returns whether the indicator is drawn in its own pane below the candles. Other indicators are drawn over the prices.
 */
export const hasOwnPane = ({ kind }: IndicatorChoice): boolean => kind === 'rsi' || kind === 'macd';
