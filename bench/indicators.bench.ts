/**
 * Measures streaming indicators that take one value per candle. Compares Vigía's implementation with two popular npm
 * libraries on the same synthetic closing prices in the same run.
 */
import { pathToFileURL } from 'node:url';
import { at } from '@vigia/core/candles';
import { Bollinger, Ema, Macd, Rsi } from '@vigia/core/indicators';
import { SeededRng } from '@vigia/testkit';
import * as technical from 'technicalindicators';
import * as signals from 'trading-signals';

/**
 * The results of one library. `ratioToOurs` is the factor by which the library is slower than Vigía's implementation.
 */
export type BenchRow = {
  readonly name: string;
  readonly mCandlesPerS: number;
  readonly ratioToOurs: number;
  readonly rssMb: number;
};

/** Processes every close and returns the sum of the results, so that the compiler cannot remove the work. */
type Stream = (closes: Float64Array) => number;

const SEED = 20_261_120;
const WARM_UP_CANDLES = 20_000;
const ROUNDS = 5;

function syntheticCloses(count: number): Float64Array {
  const rng = new SeededRng(SEED);
  let close = 1.1;
  return Float64Array.from({ length: count }, () => {
    close *= 1 + (rng.next() + rng.next() - 1) * 0.0005;
    return Math.round(close * 1e5) / 1e5;
  });
}

const ours: Stream = (closes) => {
  const rsi = new Rsi(14);
  const fast = new Ema(10);
  const slow = new Ema(30);
  const bands = new Bollinger(20, 2);
  const macd = new Macd(12, 26, 9);
  let sum = 0;
  for (let i = 0; i < closes.length; i += 1) {
    const close = at(closes, i);
    const averages = rsi.push(close) + fast.push(close) + slow.push(close);
    bands.push(close);
    macd.push(close);
    const all = averages + bands.upper + bands.lower + macd.histogram;
    if (all === all) sum += all;
  }
  return sum;
};

const tradingSignals: Stream = (closes) => {
  const rsi = new signals.RSI(14);
  const fast = new signals.EMA(10);
  const slow = new signals.EMA(30);
  const bands = new signals.BollingerBands(20, 2);
  const macd = new signals.MACD(new signals.EMA(12), new signals.EMA(26), new signals.EMA(9));
  let sum = 0;
  for (const close of closes) {
    const averages = (rsi.add(close) ?? 0) + (fast.add(close) ?? 0) + (slow.add(close) ?? 0);
    const band = bands.add(close);
    sum += averages + (band?.upper ?? 0) + (band?.lower ?? 0) + (macd.add(close)?.histogram ?? 0);
  }
  return sum;
};

const technicalIndicators: Stream = (closes) => {
  const rsi = new technical.RSI({ period: 14, values: [] });
  const fast = new technical.EMA({ period: 10, values: [] });
  const slow = new technical.EMA({ period: 30, values: [] });
  const bands = new technical.BollingerBands({ period: 20, stdDev: 2, values: [] });
  const macd = new technical.MACD({
    fastPeriod: 12,
    slowPeriod: 26,
    signalPeriod: 9,
    SimpleMAOscillator: false,
    SimpleMASignal: false,
    values: [],
  });
  let sum = 0;
  for (const close of closes) {
    const averages = (rsi.nextValue(close) ?? 0) + (fast.nextValue(close) ?? 0) + (slow.nextValue(close) ?? 0);
    const band = bands.nextValue(close);
    sum += averages + (band?.upper ?? 0) + (band?.lower ?? 0) + (macd.nextValue(close)?.histogram ?? 0);
  }
  return sum;
};

/**
 * The libraries, each with a number of candles. A measured round must be long enough to measure, and short enough to
 * repeat often.
 */
const PEERS: readonly { readonly name: string; readonly stream: Stream; readonly candles: number }[] = [
  { name: 'vigia', stream: ours, candles: 2_000_000 },
  { name: 'trading-signals 8.3.0', stream: tradingSignals, candles: 300_000 },
  { name: 'technicalindicators 3.1.0', stream: technicalIndicators, candles: 100_000 },
];

/**
 * Measures several rounds and returns the speed of the fastest one. On a shared machine, other programs disturb the
 * fastest round least.
 */
function candlesPerSecond(stream: Stream, closes: Float64Array): number {
  stream(closes.subarray(0, WARM_UP_CANDLES));
  let bestMs = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startMs = performance.now();
    if (!Number.isFinite(stream(closes))) throw new Error('the stream gave no numbers');
    bestMs = Math.min(bestMs, performance.now() - startMs);
  }
  return (closes.length / bestMs) * 1_000;
}

/** Measures every library once. `rssMb` is the memory of the process right after the library has run. */
export function run(): Promise<readonly BenchRow[]> {
  const measured = PEERS.map(({ name, stream, candles }) => {
    const mCandlesPerS = candlesPerSecond(stream, syntheticCloses(candles)) / 1e6;
    return { name, mCandlesPerS, rssMb: process.memoryUsage.rss() / 2 ** 20 };
  });
  const best = measured[0]?.mCandlesPerS ?? NaN;
  return Promise.resolve(measured.map((row) => ({ ...row, ratioToOurs: best / row.mCandlesPerS })));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log('RSI 14 + EMA 10/30 + Bollinger 20/2 + MACD 12/26/9, streaming, one push a candle');
  const rows = await run();
  console.table(
    rows.map(({ name, mCandlesPerS, ratioToOurs, rssMb }) => ({
      name,
      'M candles/s': mCandlesPerS.toFixed(2),
      'slower than ours': `${ratioToOurs.toFixed(1)}×`,
      'RSS MB': rssMb.toFixed(0),
    })),
  );
}
