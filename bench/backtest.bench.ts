/**
 * Measures the speed of backtests in candles per second. Each backtest computes trades, equity curve, streaks and
 * confidence intervals. For comparison, the npm package grademark runs a similar rule.
 */
import { type BacktestSubject, reportOf, runBacktest } from '@vigia/core/backtest';
import { at, type CandleColumns } from '@vigia/core/candles';
// oxlint-disable-next-line import/no-unassigned-import -- grademark requires it without naming it among its dependencies
import 'chai';
import { DataFrame } from 'data-forge';
import { backtest, type IBar, type IStrategy, type ITrade } from 'grademark';
import { TradeDirection } from 'grademark/build/lib/strategy.js';
import { memoryText, OPTIONS, setup, strategy, valueOf } from './subjects.ts';
import { syntheticCandles } from './synthetic-candles.ts';

const ROWS = 1_000_000;
const PEER_ROWS = 100_000;
const SEED = 20_261_121;
const RUNS = 15;

/**
 * A PCR setup that resembles the grademark rule. After four or more candles of one colour and one candle of the other,
 * it enters at the close of that last candle, in its direction, and exits five candles later. Only the length criterion
 * of the setup can be met.
 */
const RUN_BREAK = setup({
  patterns: {
    minLength: 4,
    maxLength: 100,
    minStrong: 100,
    minRangeAtr: 50,
    minEfficiency: 1,
    breakRatio: 5,
    requiredCriteria: 1,
    zone: { maxAgeCandles: 1 },
  },
  entryPoints: ['ruptura'],
  expiry: 25,
});

/**
 * Runs a task several times. Returns the best and the median time in milliseconds. On a shared machine, other programs
 * disturb the best run least.
 */
function timed(task: () => void): { readonly best: number; readonly median: number } {
  for (let run = 0; run < 3; run += 1) task();
  const times = Array.from({ length: RUNS }, () => {
    const startedMs = performance.now();
    task();
    return performance.now() - startedMs;
  }).toSorted((a, b) => a - b);
  return { best: times[0] ?? NaN, median: times[RUNS >> 1] ?? NaN };
}

const rate = (rows: number, ms: number): string => (rows / ms / 1_000).toFixed(rows / ms < 1_000 ? 2 : 1);
/** Runs the backtest several times and prints the result. Returns the best time in milliseconds. */
function measure(what: string, candles: CandleColumns, subject: BacktestSubject): number {
  const run = () => reportOf(valueOf(runBacktest(candles, subject, OPTIONS)), { zoneOffsetMs: () => 0, rng: null });
  const { trades } = run();
  const { best, median } = timed(run);
  console.log(
    what.padEnd(58),
    `${rate(candles.length, best)} M candles/s best, ${rate(candles.length, median)} median`.padEnd(44),
    `${trades} trades, RSS ${memoryText()}`,
  );
  return best / candles.length;
}

type Bar = IBar & { readonly move: number };

/**
 * Returns candles in grademark's format with precomputed signals, so that the comparison measures only the backtest.
 */
function barsOf({ length, time, open, high, low, close }: CandleColumns): Bar[] {
  let run = 0;
  return Array.from({ length }, (_, row) => {
    const side = Math.sign(at(close, row) - at(open, row));
    const move = side !== 0 && Math.sign(run) === -side && Math.abs(run) >= 4 ? side : 0;
    run = side === 0 ? 0 : Math.sign(run) === side ? run + side : side;
    const prices = { open: at(open, row), high: at(high, row), low: at(low, row), close: at(close, row) };
    return { time: new Date(at(time, row) * 1_000), ...prices, volume: 0, move };
  });
}

const PEER_RULE: IStrategy<Bar, Bar, object, number> = {
  entryRule: (enter, { bar }) => {
    if (bar.move !== 0) enter({ direction: bar.move > 0 ? TradeDirection.Long : TradeDirection.Short });
  },
  exitRule: (exit, { position }) => {
    if (position.holdingPeriod >= 5) exit();
  },
};

function measurePeer(candles: CandleColumns, oursPerCandle: number): void {
  const frame = new DataFrame<number, Bar>(barsOf(candles)).bake();
  let trades: ITrade[] = [];
  const { best } = timed(() => {
    trades = backtest<Bar, Bar, object, number>(PEER_RULE, frame);
  });
  console.log(
    'grademark 0.3.0, run break, out after 5 bars'.padEnd(58),
    `${rate(candles.length, best)} M candles/s best`.padEnd(44),
    `${trades.length} trades, RSS ${memoryText()}; ours is ${(best / candles.length / oursPerCandle).toFixed(0)}× as fast`,
  );
}

console.log(`seed ${SEED}, ${ROWS.toLocaleString('en')} synthetic 5-minute candles, node ${process.version}`);
const candles = syntheticCandles(ROWS, 300, SEED);
const runBreak = measure('PCR, run break, expiry 5 candles (ruptura)', candles, RUN_BREAK);
measure('PCR, default setup', candles, setup({}));
measure('RSI 14', candles, strategy('rsi'));
measure('EMA 10/30', candles, strategy('moving_average'));
measure('MACD 12/26/9', candles, strategy('macd'));
measure('Bollinger 20/2', candles, strategy('bollinger'));
measurePeer({ ...candles, length: PEER_ROWS }, runBreak);
