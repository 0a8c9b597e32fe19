import { describe, expect, it } from 'vitest';
import { columnsOf, emptyColumns } from '#candles/index.ts';
import { completeRules, OPEN_GATES } from './complete-rules.ts';
import { StrategyColumns, strategySignals } from './strategy-columns.ts';
import { STEP_S } from './testing.ts';

/** Rules that signal a CALL at each green candle after a red one. */
const call = { join: 'all', conditions: [{ test: 'shape', shape: 'green', candles: 1 }] };
const FREE = completeRules('custom', { call });
const GATED = completeRules('custom', { call, gates: { ...OPEN_GATES, cooldown_candles: 2 } });

/** Candles that turn green at the rows 1, 3, 5 and 7. */
const COLUMNS = columnsOf(
  [9, 11, 9, 11, 9, 11, 9, 11].map((close, row) => ({ time: row * STEP_S, open: 10, high: 12, low: 8, close })),
);

describe('the signals of a strategy with gates over a history', () => {
  it('lack those in the cool-down', () => {
    expect(strategySignals(FREE, COLUMNS, STEP_S)?.rows).toEqual(Int32Array.of(1, 3, 5, 7));
    expect(strategySignals(GATED, COLUMNS, STEP_S)?.rows).toEqual(Int32Array.of(1, 5));
  });

  it('lack those in the cool-down also if strategies share a history, in any order', () => {
    const shared = new StrategyColumns(COLUMNS, STEP_S);
    const found = [GATED, FREE, GATED].map((rules) => [...shared.signals(rules).rows]);
    expect(found).toEqual([
      [1, 5],
      [1, 3, 5, 7],
      [1, 5],
    ]);
  });

  it('are null if the run is stopped', () => {
    // A run asks whether it goes on only every few ten thousand candles.
    const long = emptyColumns(50_000);
    expect(strategySignals(GATED, long, STEP_S, () => false)).toBeNull();
    expect(strategySignals(GATED, long, STEP_S, () => true)?.rows).toEqual(new Int32Array());
  });
});
