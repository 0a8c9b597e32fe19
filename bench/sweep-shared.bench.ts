/**
 * Measures sweeps of strategies in variants per second of CPU time: over a shared history, and as one backtest per
 * variant, without shared work. Both sides run in turn in the same process, and their tallies must be equal.
 * Option: a CSV file of one-minute candles, for the figures over a year of minutes.
 */
import { readFileSync } from 'node:fs';
import {
  type BacktestSubject,
  planSweep,
  runBacktest,
  type SweepRange,
  type SweepVariant,
  sweepChunk,
  sweepLayout,
} from '@vigia/core/backtest';
import { type CandleColumns, parseCandleCsv } from '@vigia/core/candles';
import type { StrategyType } from '@vigia/core/strategies';
import type { Timeframe } from '@vigia/core/vocabulary';
import { memoryText, OPTIONS, strategy, valueOf } from './subjects.ts';
import { syntheticCandles } from './synthetic-candles.ts';

const ROWS = 50_000;
const SEED = 20_261_128;
const MAX_VARIANTS = 5_000;
/** Number of variants that also run as single backtests. All of them would take minutes. */
const SINGLE = 25;
const RUNS = 3;

type Case = { readonly type: StrategyType; readonly parameters?: object; readonly ranges: readonly SweepRange[] };

const range = (path: string, from: number, to: number, step = 1): SweepRange => ({ path, from, to, step });

const CASES: readonly Case[] = [
  { type: 'rsi', ranges: [range('rsi_period', 5, 24), range('oversold', 20, 44), range('overbought', 60, 80, 10)] },
  { type: 'rsi', ranges: [range('rsi_period', 2, 500), range('duration', 5, 10, 5)] },
  { type: 'macd', ranges: [range('fast', 5, 14), range('slow', 20, 29), range('signal', 5, 14)] },
  { type: 'bollinger', ranges: [range('period', 10, 39), range('std_dev', 1, 3, 0.1)] },
  { type: 'moving_average', ranges: [range('fast', 5, 24), range('slow', 25, 64)] },
  { type: 'moving_average', parameters: { ma_type: 'sma' }, ranges: [range('fast', 5, 24), range('slow', 25, 64)] },
  {
    type: 'stochastic',
    ranges: [
      range('k_period', 5, 14),
      range('d_period', 2, 6),
      range('oversold', 10, 30, 5),
      range('overbought', 70, 90, 5),
    ],
  },
  {
    type: 'engulfing',
    ranges: [range('body_ratio', 1, 3, 0.1), range('trend_candles', 0, 20), range('duration', 5, 15, 5)],
  },
];

const rate = (variants: number, ms: number): string => `${Math.round((1_000 * variants) / ms).toLocaleString('en')}/s`;

function timed<Value>(task: () => Value): { readonly value: Value; readonly ms: number } {
  const started = process.cpuUsage();
  const value = task();
  const { user, system } = process.cpuUsage(started);
  return { value, ms: (user + system) / 1_000 };
}

const withTimeframe = (subject: BacktestSubject, timeframe: Timeframe): BacktestSubject =>
  subject.kind === 'pcr' ? { kind: 'pcr', rules: { ...subject.rules, timeframe } } : { ...subject, timeframe };

/** Runs every n-th variant as a backtest of its own. Returns the milliseconds for each and the number of wins. */
function alone(base: CandleColumns, variants: readonly SweepVariant[]) {
  const { value, ms } = timed(() =>
    variants.map(
      ({ subject }) => valueOf(runBacktest(base, subject, OPTIONS)).trades.result.filter((r) => r === 1).length,
    ),
  );
  return { wins: value, ms: ms / variants.length };
}

function measure(name: string, base: CandleColumns, { type, parameters, ranges }: Case, timeframe: Timeframe): void {
  const subject = withTimeframe(strategy(type, parameters), timeframe);
  const { variants } = valueOf(planSweep(subject, ranges, MAX_VARIANTS));
  const layout = sweepLayout(base, variants, 1);
  const sample = variants.filter((_, index) => index % Math.ceil(variants.length / SINGLE) === 0);
  const sharedMs: number[] = [];
  const aloneMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const shared = timed(() => valueOf(sweepChunk(base, variants, layout, OPTIONS)));
    const single = alone(base, sample);
    const rows = valueOf(sweepChunk(base, sample, layout, OPTIONS));
    const wins = sample.map((_, index) => rows[(index * rows.length) / sample.length]);
    if (wins.some((won, index) => won !== single.wins[index])) throw new Error(`${name}: the two ways differ`);
    sharedMs.push(shared.ms);
    aloneMs.push(single.ms);
  }
  const [best, single] = [Math.min(...sharedMs), Math.min(...aloneMs)];
  console.log(
    `${name}, ${timeframe}, ${ranges.map(({ path }) => path).join(' × ')}`.padEnd(66),
    `${variants.length} variants: ${rate(variants.length, best)} shared, ${rate(1, single)} alone,`.padEnd(52),
    `${((single * variants.length) / best).toFixed(0)}×, RSS ${memoryText()}`,
  );
}

console.log(
  `seed ${SEED}, ${ROWS.toLocaleString('en')} synthetic 5-minute candles, one thread, node ${process.version}`,
);
const candles = syntheticCandles(ROWS, 300, SEED);
for (const one of CASES) measure(one.type, candles, one, '5m');
const [file] = process.argv.slice(2).filter((option) => !option.startsWith('--'));
if (file !== undefined) {
  const year = valueOf(parseCandleCsv(readFileSync(file)));
  console.log(`${file}: ${year.length.toLocaleString('en')} one-minute candles`);
  const [rsi] = CASES;
  if (rsi) for (const timeframe of ['5m', '1m'] as const) measure('rsi', year, rsi, timeframe);
}
