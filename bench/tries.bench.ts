/**
 * Measures how often the verdicts of backtests are wrong and how often they find an edge (docs/spec/statistics.md §9):
 * single tests whose trades overlap, payouts that vary against the trader, and six sweeps with seven choices of folds
 * on one walk. The walks are synthetic, with a payout of 100 %, so that break-even is the fair rate of one half.
 * Options: `--seeds N` for each single test, `--walks N` for the sweeps on fair walks, `--planted N` for those on walks
 * with an edge, as many if absent, `--from N` for the number of the first walk. No measure without repetitions. The
 * output is one line of JSON per measure.
 */
import { parseArgs } from 'node:util';
import {
  type BacktestFigures,
  type BacktestSubject,
  judgeSweep,
  planSweep,
  reportOf,
  runBacktest,
  type SweepLayout,
  type SweepRows,
  type SweepVariant,
  sweepChunk,
  sweepLayout,
} from '@vigia/core/backtest';
import type { CandleColumns } from '@vigia/core/candles';
import { minorUnits, ratio } from '@vigia/core/kernel';
import { noTries, spendTry, type TriesSpent, type TryScores } from '@vigia/core/statistics';
import { completeRules, StrategyFold, type StrategyType } from '@vigia/core/strategies';
import type { Timeframe } from '@vigia/core/vocabulary';
import { SeededRng } from '@vigia/testkit';
import { valueOf } from './subjects.ts';
import { fairWalk, walkWithEdge } from './tries/walks.ts';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '400' },
    walks: { type: 'string', default: '200' },
    planted: { type: 'string' },
    from: { type: 'string', default: '0' },
  },
});
const SEEDS = Number(options.seeds);
const WALKS = Number(options.walks);
const PLANTED_WALKS = Number(options.planted ?? options.walks);
const FROM = Number(options.from);

const OPTIONS = { payout: ratio(1), stakeMinor: minorUnits(1_000) };
const FOLDS = [2, 3, 4, 6, 8, 10, 12];
const DURATIONS = [60, 240, 1_440];
const MINUTES = 100_000;
const CANDLES = 12_000;

const seedOf = (index: number): SeededRng => new SeededRng(20_261_128 + 7_919 * index);

const subject = (type: StrategyType, parameters: object, timeframe: Timeframe): BacktestSubject => ({
  kind: 'strategy',
  rules: completeRules(type, { ...parameters }),
  timeframe,
});

function print(name: string, measured: number, limit: number, isFloor = false): void {
  const passed = isFloor ? measured >= limit : measured <= limit;
  console.log(JSON.stringify({ name, measured: Number(measured.toFixed(4)), limit, passed }));
}

/** Returns a limit on a share, with two standard errors for the number of repetitions. */
const withLuck = (share: number, count: number): number =>
  Number((share + 2 * Math.sqrt((share * (1 - share)) / count)).toFixed(4));

const report = (candles: CandleColumns, tested: BacktestSubject, payout = OPTIONS.payout): BacktestFigures =>
  reportOf(valueOf(runBacktest(candles, tested, { ...OPTIONS, payout })), { zoneOffsetMs: () => 0, rng: null });

function measureSingle(name: string, tested: BacktestSubject): void {
  if (SEEDS === 0) return;
  let [above, below, covered, rows] = [0, 0, 0, 0];
  for (let index = 0; index < SEEDS; index += 1) {
    const { card, byHour, byWeekday } = report(fairWalk(seedOf(index), MINUTES, 60), tested);
    if (card.kind !== 'measured') throw new Error('no trade is decided');
    if (card.verdict === 'above') above += 1;
    if (card.verdict === 'below') below += 1;
    if (card.interval.low <= 0.5 && card.interval.high >= 0.5) covered += 1;
    if ([...byHour, ...byWeekday].some((row) => row.card.kind === 'measured' && row.card.verdict === 'above'))
      rows += 1;
  }
  print(`${name}: 'above'`, above / SEEDS, withLuck(0.025, SEEDS));
  print(`${name}: 'below'`, below / SEEDS, withLuck(0.025, SEEDS));
  print(`${name}: coverage of the 95 % interval`, covered / SEEDS, 0.94, true);
  print(`${name}: some hour or weekday 'above'`, rows / SEEDS, withLuck(0.05, SEEDS));
}

type Sweep = { readonly variants: readonly SweepVariant[] };
const sweep = (type: StrategyType, ranges: Parameters<typeof planSweep>[1]): Sweep =>
  valueOf(planSweep(subject(type, {}, '5m'), ranges, 500));

/** Rules of the planted edge: one variant of the first sweep. */
const PLANTED = { rsi_period: 8, oversold: 30, overbought: 70 };
const range = (path: string, from: number, to: number, step: number) => ({ path, from, to, step });
const SWEEPS: readonly Sweep[] = [
  sweep('rsi', [range('rsi_period', 4, 23, 1), range('oversold', 20, 40, 5), range('overbought', 60, 80, 5)]),
  sweep('rsi', [range('rsi_period', 2, 21, 1), range('oversold', 15, 35, 5)]),
  sweep('moving_average', [range('fast', 3, 12, 1), range('slow', 14, 40, 3)]),
  sweep('bollinger', [range('period', 10, 34, 3), range('std_dev', 1, 3, 0.2)]),
  sweep('macd', [range('fast', 6, 14, 2), range('slow', 18, 34, 4), range('signal', 5, 13, 2)]),
  sweep('moving_average', [range('fast', 2, 8, 2), range('slow', 10, 60, 5)]),
];

type Found = { readonly first: boolean; readonly any: boolean };

/** Returns whether the first or any try of six sweeps, each with seven choices of folds, is 'above'. */
function sixSweeps(candles: CandleColumns): Found {
  let spent: TriesSpent = noTries();
  const found: boolean[] = [];
  for (const { variants } of SWEEPS) {
    // The scores do not depend on the folds (`checkFolds`), so each sweep runs once for all seven choices.
    const tried = triedOf(candles, variants, 2);
    for (const _ of FOLDS) {
      const verdict = spendTry(spent, tried);
      spent = verdict.after;
      found.push(verdict.isAbove);
    }
  }
  return { first: found[0] === true, any: found.includes(true) };
}

function triedOf(candles: CandleColumns, variants: readonly SweepVariant[], folds: number): TryScores {
  const layout = sweepLayout(candles, variants, folds);
  return judgeSweep(variants, layout, [rowsOf(candles, variants, layout)]).tried;
}

/** Throws if the scores of a sweep depend on the number of folds. */
function checkFolds(): void {
  const candles = fairWalk(seedOf(0), CANDLES, 300);
  const { variants } = SWEEPS[5] ?? { variants: [] };
  const each = FOLDS.map((folds) => JSON.stringify(triedOf(candles, variants, folds)));
  if (new Set(each).size !== 1) throw new Error('the scores depend on the folds');
}

const rowsOf = (candles: CandleColumns, variants: readonly SweepVariant[], layout: SweepLayout): SweepRows =>
  valueOf(sweepChunk(candles, variants, layout, OPTIONS));

function measureSweeps(name: string, chance: number | null, limit: number): void {
  const walks = chance === null ? WALKS : PLANTED_WALKS;
  if (walks === 0) return;
  let [first, any, alone] = [0, 0, 0];
  for (let index = FROM; index < FROM + walks; index += 1) {
    const candles = walkOf(index, chance);
    const found = sixSweeps(candles);
    if (found.first) first += 1;
    if (found.any) any += 1;
    const { card } = report(candles, subject('rsi', PLANTED, '5m'));
    if (card.kind === 'measured' && card.verdict === 'above') alone += 1;
  }
  if (chance === null) print(`${name}: any find of six sweeps × seven folds`, any / walks, limit);
  else print(`${name}: found by six sweeps × seven folds`, any / walks, limit, true);
  console.log(
    JSON.stringify({
      name: `${name}: by the first sweep; by the rule alone`,
      first: first / walks,
      alone: alone / walks,
    }),
  );
}

function walkOf(index: number, chance: number | null): CandleColumns {
  if (chance === null) return fairWalk(seedOf(index), CANDLES, 300);
  const planted = subject('rsi', PLANTED, '5m');
  if (planted.kind === 'pcr') throw new Error('the planted rules are a strategy');
  const shape = { length: CANDLES, stepSeconds: 300, chance };
  return walkWithEdge(seedOf(index), shape, new StrategyFold(planted.rules, 300));
}

for (const minutes of DURATIONS) measureSingle(`RSI 1m, ${minutes} min`, subject('rsi', { duration: minutes }, '1m'));
measureSingle('crosses of averages 1m, 60 min', subject('moving_average', { duration: 60 }, '1m'));
checkFolds();
measureSweeps('fair walks', null, 0.05);
measureSweeps('planted 60 %', 0.6, 0.9);
measureSweeps('planted 57 %', 0.57, 0.4);
