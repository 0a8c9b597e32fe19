import { CaseTally, minimumCount, PROPERTY_SEED, propertyRuns, SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '#candles/index.ts';
import { signalsInBlocks } from '../rules/columns/rule-blocks.ts';
import { completeRules, PRESET_TYPES } from './definitions.ts';
import { rulesOf } from './rules-of.ts';
import { StrategyColumns, strategySignals } from './strategy-columns.ts';
import { directionsOf, randomCandles, STEP_S } from './testing.ts';

const LENGTH = 300;

const PARAMETERS = {
  rsi: { rsi_period: 4, oversold: 40, overbought: 60 },
  macd: { fast: 3, slow: 6, signal: 2 },
  bollinger: { period: 5, std_dev: 1, squeeze_threshold: 0.5 },
  moving_average: { fast: 2, slow: 5, ma_type: 'sma' },
  stochastic: { k_period: 5, k_smoothing: 2, d_period: 3, oversold: 40, overbought: 60 },
  engulfing: { trend_candles: 2 },
} as const;

/** Returns the direction of each signal by the row of its candle. */
const byRow = (signals: { readonly rows: Int32Array; readonly directions: Int8Array } | null) =>
  signals && Array.from(signals.rows, (row, index) => [row, signals.directions[index]]);

describe.each(PRESET_TYPES)('the signals of %s over a history', (type) => {
  const rules = completeRules(type, { ...PARAMETERS[type] });

  it('are those of live candles, in blocks of any size and over whole columns', () => {
    const tally = new CaseTally();
    for (let seed = PROPERTY_SEED; seed < PROPERTY_SEED + propertyRuns(60); seed += 1) {
      const rng = new SeededRng(seed);
      const candles = randomCandles(rng, LENGTH, 0.02);
      const live = directionsOf(rules, candles).flatMap((direction, row) =>
        direction === 0 ? [] : [[row, direction]],
      );
      const blockRows = 1 + Math.floor(rng.next() * 40);
      const columns = columnsOf(candles);
      const note = `seed ${seed}, blocks of ${blockRows} candles`;
      expect(byRow(signalsInBlocks(rulesOf(rules), columns, STEP_S, () => true, blockRows)), note).toEqual(live);
      expect(byRow(strategySignals(rules, columns, STEP_S)), note).toEqual(live);
      expect(byRow(new StrategyColumns(columns, STEP_S).signals(rules)), note).toEqual(live);
      for (const [, direction] of live) tally.add(`signal ${direction}`);
    }
    expect(tally.below(minimumCount(100), ['signal 1', 'signal -1'])).toEqual([]);
  });
});
