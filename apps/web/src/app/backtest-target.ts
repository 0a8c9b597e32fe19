import { StrategyRulesBody, type StrategyView } from '@vigia/contract';
import type { BacktestTarget, SweepNumber } from '#features/backtests/target.ts';
import type { TestedSetup } from '#features/pcr/editor/setup-editor.tsx';
import { setupInWords } from '#features/pcr/model/describe.ts';
import { SWEPT } from '#features/pcr/model/swept.ts';
import { rangesOf } from '#features/strategies/form/form-values.ts';
import { parameterLabel } from '#features/strategies/form/messages.es.ts';
import { stakeOf, strategyInWords } from '#features/strategies/model/describe.ts';

/** Number of a strategy that a sweep does not offer: it sets the stake and does not affect signals. */
const NOT_SWEPT = 'trade_amount';

/**
 * Stake of a backtest of a setup that stakes a percentage of the balance, because a backtest uses one stake for every
 * trade.
 */
const STAKE_OF_A_SHARE = 10;

/** Converts a saved strategy to a backtest target. */
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
    currency: strategy.currency,
    sweepable: rangesOf(type).flatMap(([path, { min, max, integer }]): SweepNumber[] => {
      const value = parameters[path];
      if (path === NOT_SWEPT || typeof value !== 'number') return [];
      return [{ path, label: parameterLabel(path), value, min, max, integer }];
    }),
  };
}

/** Converts an edited setup to a backtest target. */
export function targetOfSetup({ id, setup, currency }: TestedSetup): BacktestTarget {
  const { name, asset, timeframe, moneyManagement } = setup;
  return {
    id,
    name,
    about: setupInWords(setup),
    asset,
    timeframe,
    subject: { kind: 'pcr', setup },
    stake: moneyManagement.betType === 'percent' ? STAKE_OF_A_SHARE : moneyManagement.fixedAmount,
    currency,
    sweepable: SWEPT.map(({ read, ...number }) => ({ ...number, value: read(setup) })),
  };
}
