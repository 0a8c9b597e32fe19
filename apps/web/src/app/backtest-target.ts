import { StrategyRulesBody, type StrategyView } from '@vigia/contract';
import type { BacktestTarget, SweepNumber } from '#features/backtests/target.ts';
import { rangesOf } from '#features/strategies/form/form-values.ts';
import { parameterLabel } from '#features/strategies/form/messages.es.ts';
import { stakeOf, strategyInWords } from '#features/strategies/model/describe.ts';

/** Says how much, and finds nothing: varying it would try nothing. */
const NOT_SWEPT = 'trade_amount';

/** A saved strategy as the tests on history take it. */
export function targetOfStrategy(strategy: StrategyView): BacktestTarget {
  const { id, name, asset, timeframe, type, parameters } = strategy;
  return {
    id,
    name,
    about: strategyInWords(strategy),
    asset,
    timeframe,
    subject: { kind: 'strategy', rules: StrategyRulesBody.parse({ type, parameters }), timeframe },
    stake: stakeOf(strategy),
    sweepable: rangesOf(type).flatMap(([path, { min, max, integer }]): SweepNumber[] => {
      const value = parameters[path];
      if (path === NOT_SWEPT || typeof value !== 'number') return [];
      return [{ path, label: parameterLabel(path), value, min, max, integer }];
    }),
  };
}
