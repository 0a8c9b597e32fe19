import { type CandleColumns, candleAt } from '@vigia/core/candles';
import type { FeedTick } from '#port/index.ts';
import { type CheckDeps, type CheckFinding, type CheckResult, finding, stepResult } from '../types.ts';
import { pause } from '../wait.ts';

/** Time for which prices are collected. */
const PRICES_MS = 60_000;
/** Shortest candles that are compared, in seconds. Shorter candles contain too few ticks. */
const CANDLE_MIN_S = 5;
/** Delay after the close of a candle until the broker's history contains it. */
const HISTORY_LAG_MS = 2_000;
/** Largest normal difference between the time of a live price and the broker's clock, in milliseconds. */
const TIME_OFF_MS = 5_000;
/** Largest difference between a tick and a candle that counts as rounding, as a fraction of the price. */
const TOLERANCE = 2e-5;

/** Collects a minute of prices of the symbol and compares them with the broker's own candles. */
export async function checkPrices(deps: CheckDeps, symbol: string): Promise<CheckResult> {
  const { session, clock } = deps;
  const ticks: FeedTick[] = [];
  const lagsMs: number[] = [];
  const cancelEvents = deps.events.onTick((tick) => {
    if (tick.symbol !== symbol) return;
    ticks.push(tick);
    if (!tick.backfilled) lagsMs.push(clock.now() + (session.time().offsetMs ?? 0) - tick.timeMs);
  });
  const cancelWatch = session.watch(symbol);
  try {
    await pause(deps, PRICES_MS + HISTORY_LAG_MS);
  } finally {
    cancelWatch();
    cancelEvents();
  }
  const [first] = ticks;
  if (first === undefined) return stepResult('prices', [finding('no_prices', { symbol })]);
  const findings = [...timeFindings(ticks, lagsMs), ...(await candleFindings(deps, symbol, ticks))];
  return stepResult('prices', findings, { symbol, count: ticks.length });
}

function timeFindings(ticks: readonly FeedTick[], lagsMs: readonly number[]): readonly CheckFinding[] {
  const isOrdered = ticks.every(({ timeMs }, index) => index === 0 || timeMs > (ticks[index - 1]?.timeMs ?? 0));
  const lagMs = lagsMs.toSorted((a, b) => a - b)[Math.floor(lagsMs.length / 2)] ?? 0;
  return [
    ...(isOrdered ? [] : [finding('prices_unordered')]),
    ...(Math.abs(lagMs) > TIME_OFF_MS ? [finding('price_times_off', { seconds: Math.round(lagMs / 100) / 10 })] : []),
  ];
}

async function candleFindings(
  { session, traits }: CheckDeps,
  symbol: string,
  ticks: readonly FeedTick[],
): Promise<readonly CheckFinding[]> {
  const sizeS = Math.max(CANDLE_MIN_S, traits.shortestCandleS);
  const sizeMs = sizeS * 1_000;
  const fromMs = Math.floor((ticks[0]?.timeMs ?? 0) / sizeMs) * sizeMs;
  const read = await session.candles(symbol, sizeS, fromMs, (ticks.at(-1)?.timeMs ?? 0) + 1);
  if (!read.ok) return [finding('candles_failed', { fault: read.error.kind })];
  return compare(symbol, ticks, read.value, sizeS);
}

/** Checks that every tick lies between the low and the high of the closed candle that covers it. */
function compare(
  symbol: string,
  ticks: readonly FeedTick[],
  candles: CandleColumns,
  sizeS: number,
): readonly CheckFinding[] {
  const rows = Array.from({ length: candles.length }, (_, row) => candleAt(candles, row));
  const byTime = new Map(rows.map((candle) => [candle.time, candle]));
  const covered = ticks.flatMap((tick) => {
    const candle = byTime.get(Math.floor(tick.timeMs / 1_000 / sizeS) * sizeS);
    return candle ? [{ tick, candle }] : [];
  });
  if (covered.length === 0) return [finding('candles_missing', { symbol })];
  const outside = covered.filter(({ tick: { price }, candle: { low, high } }) => {
    const slack = price * TOLERANCE;
    return price < low - slack || price > high + slack;
  });
  const [worst] = outside;
  if (worst === undefined) return [];
  const { tick, candle } = worst;
  const values = { symbol, count: outside.length, price: tick.price, low: candle.low, high: candle.high };
  return [finding('candles_disagree', values)];
}
