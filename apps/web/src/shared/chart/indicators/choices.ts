import { formatDecimal } from '#shared/lib/format.ts';
import { chartMessages } from '../messages.es.ts';

/** An indicator as a person set it up. Periods count candles. */
export type IndicatorChoice =
  | { readonly kind: 'ema' | 'sma'; readonly period: number }
  | { readonly kind: 'bollinger'; readonly period: number; readonly deviations: number }
  | { readonly kind: 'rsi'; readonly period: number }
  | { readonly kind: 'macd'; readonly fast: number; readonly slow: number; readonly signal: number };

/** `slot`: its place in the list of indicators, of which there is one each. */
export type ShownIndicator = { readonly slot: string; readonly choice: IndicatorChoice };

const words = chartMessages.indicators;

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

/** Whether it has a pane of its own below the candles; the others lie on the prices. */
export const hasOwnPane = ({ kind }: IndicatorChoice): boolean => kind === 'rsi' || kind === 'macd';
