import { at, type CandleColumns } from '#candles/index.ts';
import { epochMs, minorUnits, price, type Result, type Rng, ratio } from '#kernel/index.ts';
import {
  completeSetup,
  expirationOf,
  followHistory,
  type History,
  type SettleableSignal,
  SettlementBook,
} from '#pcr/index.ts';
import type { StrategyType } from '#strategies/definitions.ts';
import { completeRules, StrategyFold, type StrategyRules } from '#strategies/index.ts';
import { lengthIn } from '#trades/index.ts';
import { type BacktestOptions, type BacktestSubject, RESULT_CODES, type TradeColumns } from './backtest.ts';
import { TradeLog } from './trade-log.ts';

/** Start of the test data, in epoch seconds: a multiple of every timeframe, on a Wednesday. */
export const START = 1_700_006_400;
/** Number of ticks per unit of price: prices in the market models below are whole multiples of a tick. */
const TICKS_PER_UNIT = 8;

export function valueOf<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

export const strategy = (type: StrategyType, parameters: object = {}): BacktestSubject => ({
  kind: 'strategy',
  rules: completeRules(type, { ...parameters }),
  timeframe: '5m',
});

/** Creates a setup of valid values. Missing fields get their defaults. */
export const setup = (input: object = {}): BacktestSubject => ({ kind: 'pcr', rules: completeSetup(input) });

export const OPTIONS: BacktestOptions = { payout: ratio(0.85), stakeMinor: minorUnits(1_000) };

export const UTC = (): number => 0;

const emptyCandles = (length: number): CandleColumns => ({
  length,
  time: new Float64Array(length),
  open: new Float64Array(length),
  high: new Float64Array(length),
  low: new Float64Array(length),
  close: new Float64Array(length),
});

/** Returns the direction and the size of the next candle in ticks; a positive number is a rise. */
type Step = (row: number, candles: CandleColumns) => number;

function market(length: number, stepSeconds: number, rng: Rng, step: Step): CandleColumns {
  const candles = emptyCandles(length);
  let ticks = 100_000;
  for (let row = 0; row < length; row += 1) {
    const open = ticks;
    ticks += step(row, candles);
    candles.time[row] = START + row * stepSeconds;
    candles.open[row] = open / TICKS_PER_UNIT;
    candles.close[row] = ticks / TICKS_PER_UNIT;
    candles.high[row] = (Math.max(open, ticks) + Math.floor(rng.next() * 20)) / TICKS_PER_UNIT;
    candles.low[row] = (Math.min(open, ticks) - Math.floor(rng.next() * 20)) / TICKS_PER_UNIT;
  }
  return candles;
}

/** Returns −30 to 30 ticks; a rise and a fall are equally likely. */
const fairStep = (rng: Rng): number => Math.floor(rng.next() * 61) - 30;

/** Returns a fair random walk. After any past, the next close is above the current close as often as below it. */
export const randomWalk = (rng: Rng, length: number, stepSeconds = 300): CandleColumns =>
  market(length, stepSeconds, rng, () => fairStep(rng));

/**
 * Returns a random walk. The candle after each signal of `fold` moves in the signal's direction with the given
 * probability.
 */
export const plantedEdge = (rng: Rng, length: number, fold: StrategyFold, chance: number): CandleColumns =>
  market(length, 300, rng, (row, { time, open, high, low, close }) => {
    const last = row - 1;
    const cell = (column: Float64Array): number => column[last] ?? NaN;
    const move = row === 0 ? 0 : fold.push(cell(time), cell(open), cell(high), cell(low), cell(close));
    if (move === 0) return fairStep(rng);
    const size = 1 + Math.floor(rng.next() * 30);
    return rng.next() < chance ? move * size : -move * size;
  });

export const foldOf = (subject: BacktestSubject): StrategyFold => {
  if (subject.kind === 'pcr') throw new Error('a setup is no strategy');
  return new StrategyFold(subject.rules, 300);
};

/** Returns the first `length` candles. */
export const firstCandles = (candles: CandleColumns, length: number): CandleColumns => ({ ...candles, length });

/**
 * Returns 1-minute candles with small steps and with gaps of minutes to hours. Small steps make ties common; gaps make
 * voids common.
 */
export function gappyWalk(rng: Rng, length: number): CandleColumns {
  const walk = market(length, 60, rng, () => Math.floor(rng.next() * 5) - 2);
  let skipped = 0;
  const time = walk.time.map((seconds, row) => {
    // The first candles have no gap, so that every prefix has the same base step.
    if (row > 1 && rng.next() < 0.01) skipped += 60 * (1 + Math.floor(rng.next() * 100));
    return seconds + skipped;
  });
  return { ...walk, time };
}

/**
 * Returns the trades that the code of live signals makes over a history: the fold of the strategy, one candle at a
 * time, and the settlement book.
 */
export function liveTrades(history: History, rules: StrategyRules, options: BacktestOptions): TradeColumns {
  const { timeframeSeconds, baseStepSeconds } = history;
  const { payout, stakeMinor } = options;
  const fold = new StrategyFold(rules, timeframeSeconds);
  const log = new TradeLog(payout, stakeMinor);
  const book = new SettlementBook<SettleableSignal>(baseStepSeconds, (settlement) => log.settle(settlement));
  const enter = (direction: 'CALL' | 'PUT', entryMs: number, close: number): void => {
    const payoutRatio = typeof payout === 'number' ? payout : payout(entryMs);
    if (payoutRatio < (rules.parameters.gates?.payout_min ?? 0)) return;
    const entry = { direction, entryTime: epochMs(entryMs), entryPrice: price(close) };
    const signal = { ...entry, ...expirationOf(entryMs, lengthIn(rules.parameters)) };
    log.open(signal);
    book.add(signal);
  };
  followHistory(history, {
    takeRows: (_candles, from) => from + 1,
    pushBaseRow: (base, row) => book.pushBase(at(base.time, row), at(base.close, row)),
    closeRow: ({ time, open, high, low, close }, row) => {
      const move = fold.push(at(time, row), at(open, row), at(high, row), at(low, row), at(close, row));
      if (move !== 0) enter(move === 1 ? 'CALL' : 'PUT', (at(time, row) + timeframeSeconds) * 1_000, at(close, row));
    },
  });
  return log.finish();
}

/** A trade with the stake of `OPTIONS` and a payout of 100 %. */
export type EvenTrade = {
  readonly entryMs: number;
  readonly expiryMs: number;
  readonly result: keyof typeof RESULT_CODES;
};

/** Returns the given trades, which are in order of entry, as columns. */
export function columnsOfTrades(trades: readonly EvenTrade[]): TradeColumns {
  const { length } = trades;
  const profits = { won: OPTIONS.stakeMinor, lost: -OPTIONS.stakeMinor, tied: 0, void: 0, pending: 0 } as const;
  return {
    length,
    entryMs: Float64Array.from(trades, ({ entryMs }) => entryMs),
    expiryMs: Float64Array.from(trades, ({ expiryMs }) => expiryMs),
    direction: new Int8Array(length).fill(1),
    entryPrice: new Float64Array(length).fill(100),
    settlePrice: new Float64Array(length).fill(100),
    result: Int8Array.from(trades, ({ result }) => RESULT_CODES[result]),
    payoutBp: new Int32Array(length).fill(10_000),
    profitMinor: Float64Array.from(trades, ({ result }) => profits[result]),
  };
}
