import type { StrategyView } from '@vigia/contract';
import { STRATEGY_RANGES, type StrategyType } from '@vigia/core/vocabulary';
import { formatDecimal } from '#shared/lib/format.ts';
import { strategiesMessages as words } from '../messages.es.ts';

type Parameters = StrategyView['parameters'];

/** Returns the short form of a strategy's rules: `RSI 14 · 30/70`, `MACD 12/26/9`, `Bollinger 20 · 2`, `EMA 10/30`. */
export function rulesInWords(type: StrategyType, parameters: Parameters): string {
  const of = (name: string): string => String(parameters[name] ?? '');
  switch (type) {
    case 'rsi':
      return `RSI ${of('rsi_period')} · ${of('oversold')}/${of('overbought')}`;
    case 'macd':
      return `MACD ${of('fast')}/${of('slow')}/${of('signal')}`;
    case 'bollinger':
      return `Bollinger ${of('period')} · ${formatDecimal(Number(parameters['std_dev']))}`;
    case 'moving_average':
      return `${of('ma_type').toUpperCase()} ${of('fast')}/${of('slow')}`;
  }
}

/** Describes rules, asset and timeframe in one line. */
export const strategyInWords = ({ type, parameters, asset, timeframe }: StrategyView): string =>
  [rulesInWords(type, parameters), asset, words.timeframes[timeframe]].join(' · ');

/** Returns the stake of each trade, in units of the account's currency. */
export const stakeOf = ({ parameters }: Pick<StrategyView, 'parameters'>): number => {
  const stake = Number(parameters['trade_amount']);
  return Number.isFinite(stake) ? stake : STRATEGY_RANGES.rsi.trade_amount.default;
};
