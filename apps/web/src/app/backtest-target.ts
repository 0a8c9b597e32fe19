import { CandleBasedRulesBody, type StrategyView } from '@vigia/contract';
import { expiryLengthIn, lengthIn } from '@vigia/core/trades';
import type { EditedSetup } from '#features/automations/pcr/editor/editor.ts';
import { setupInWords } from '#features/automations/pcr/model/describe.ts';
import { SWEPT_NUMBERS } from '#features/automations/pcr/model/swept-numbers.ts';
import { rangesOf } from '#features/automations/strategies/form/form-values.ts';
import { parameterLabel } from '#features/automations/strategies/form/parameter-words.ts';
import { strategyInWords, tradeStakeOf } from '#features/automations/strategies/model/describe.ts';
import type { BacktestTarget, SweepNumber } from '#features/backtests/target.ts';

/** The strategy parameter for the stake. A sweep does not offer it, because it does not affect signals. */
const NO_SWEEP_PARAMETER = 'trade_amount';

/**
 * Stake of a backtest if the setup stakes a percentage of the balance. A backtest uses one fixed stake for every trade.
 */
const STAKE_OF_A_SHARE = 10;

/** Converts a saved strategy to the subject of a backtest. */
export function backtestTargetOfStrategy(strategy: StrategyView): BacktestTarget {
  const { id, name, asset, timeframe, type, parameters } = strategy;
  return {
    id,
    name,
    about: strategyInWords(strategy),
    asset,
    timeframe,
    length: lengthIn(parameters),
    subject: { kind: 'strategy', rules: CandleBasedRulesBody.parse({ type, parameters }), timeframe },
    stake: tradeStakeOf(strategy),
    currency: strategy.currency,
    sweepable: rangesOf(type).flatMap(([path, { min, max, integer }]): SweepNumber[] => {
      const value = parameters[path];
      if (path === NO_SWEEP_PARAMETER || typeof value !== 'number') return [];
      return [{ path, label: parameterLabel(type, path), value, min, max, integer }];
    }),
  };
}

/**
 * Converts an edited setup to the subject of a look. It has only the rules, so a change of the name or of a limit
 * starts no new look.
 */
export function lookTargetOf(tested: EditedSetup): BacktestTarget {
  const {
    name: _name,
    asset: _asset,
    is_active: _isActive,
    auto_trade: _autoTrade,
    moneyManagement: _money,
    riskControl: _risk,
    ...setup
  } = tested.setup;
  return { ...backtestTargetOfSetup(tested), subject: { kind: 'pcr', setup } };
}

/** Converts an edited setup to the subject of a backtest. */
export function backtestTargetOfSetup({ id, setup, currency }: EditedSetup): BacktestTarget {
  const { name, asset, timeframe, moneyManagement } = setup;
  return {
    id,
    name,
    about: setupInWords(setup),
    asset,
    timeframe,
    length: expiryLengthIn(setup),
    subject: { kind: 'pcr', setup },
    stake: moneyManagement.betType === 'percent' ? STAKE_OF_A_SHARE : moneyManagement.fixedAmount,
    currency,
    sweepable: SWEPT_NUMBERS.flatMap(({ read, ...number }) => {
      const value = read(setup);
      return value === null ? [] : [{ ...number, value }];
    }),
  };
}
