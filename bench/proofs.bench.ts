/**
 * Measures proofs: one set of rules in the real market and in 500 null worlds of 50,000 candles, on one thread. The
 * time is processor time, so other processes do not change it. It includes drawing the worlds and judging the runs.
 */
import { type BacktestSubject, judgeWorlds, methodOfRules, runWorlds } from '@vigia/core/backtest';
import type { CandleColumns } from '@vigia/core/candles';
import { memoryText, OPTIONS, setup, strategy, valueOf } from './subjects.ts';
import { syntheticCandles } from './synthetic-candles.ts';

const ROWS = 50_000;
const STEP_SECONDS = 300;
const SEED = 20_261_128;
const WORLDS = 500;
/** Number of worlds before the measurement, which let the engine compile the code. */
const WARM_UP = 20;

const SUBJECTS: readonly [string, BacktestSubject][] = [
  ['RSI', strategy('rsi')],
  ['averages', strategy('moving_average')],
  ['MACD', strategy('macd')],
  ['Bollinger', strategy('bollinger')],
  ['PCR', setup({})],
];

function measure(what: string, candles: CandleColumns, subject: BacktestSubject): void {
  const method = methodOfRules(subject, OPTIONS);
  valueOf(runWorlds(candles, STEP_SECONDS, method, { seed: SEED, from: 0, to: WARM_UP }));
  const before = process.cpuUsage();
  const results = valueOf(runWorlds(candles, STEP_SECONDS, method, { seed: SEED, from: 0, to: WORLDS + 1 }));
  const { user, system } = process.cpuUsage(before);
  const { above, worlds, pValue } = judgeWorlds(results);
  console.log(
    `${what}, ${worlds} worlds × ${candles.length.toLocaleString('en')} candles`.padEnd(46),
    `${((user + system) / 1e6).toFixed(2)} s of one core`.padEnd(24),
    `above in ${above}, p = ${pValue.toFixed(3)}, RSS ${memoryText()}`,
  );
}

const candles = syntheticCandles(ROWS, STEP_SECONDS, SEED);
for (const [what, subject] of SUBJECTS) measure(what, candles, subject);
