import { type BacktestJob, STRATEGY_WORDS } from '@vigia/contract';
import { compareMessages as words } from '../compare/messages.es.ts';

/** Returns the kind of rules of a backtest with its asset and timeframe, such as `RSI · EURUSD · 5m`. */
export const runName = ({ subject, asset, timeframe }: BacktestJob): string =>
  words.name(subject === 'pcr' ? words.pcr : STRATEGY_WORDS[subject].shortName, asset, timeframe);
