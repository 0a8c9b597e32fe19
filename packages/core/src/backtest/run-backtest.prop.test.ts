import { propertyRuns, SeededRng } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, type Candle, CandleAggregator, type CandleColumns, candleAt } from '#candles/index.ts';
import { PcrDetector } from '#pcr/index.ts';
import { CANDLE_BASED_TYPES, OPEN_GATES } from '#strategies/index.ts';
import { type BacktestSubject, type BacktestTrade, reportOf, runBacktest, tradeAt } from './index.ts';
import { firstCandles, foldOf, gappyWalk, OPTIONS, setup, strategy, UTC, valueOf } from './testing.ts';

const STEP_MS = 60_000;
const TF_SECONDS = 300;

const LOOSE = setup({
  patterns: { minLength: 2, requiredCriteria: 2, dojiPolicy: 'skip', zone: { maxSignalsPerZone: 3, maxEntryAtr: 3 } },
  entryPoints: ['ruptura', 'zona_ancha', 'punto_optimo_fifty'],
  filters: [{ filter: 'trend', period: 10 }],
  expiry: 7,
});
const GREEN = { join: 'all', conditions: [{ test: 'shape', shape: 'green', candles: 2 }] };
const RED = { join: 'all', conditions: [{ test: 'shape', shape: 'red', candles: 1 }] };
const STRATEGIES: readonly [string, BacktestSubject][] = [
  ['rsi', strategy('rsi', { rsi_period: 4, oversold: 40, overbought: 60, duration: 7 })],
  ['macd', strategy('macd', { fast: 3, slow: 6, signal: 2, duration: 1 })],
  ['bollinger', strategy('bollinger', { period: 5, std_dev: 1, squeeze_threshold: 0, duration: 12 })],
  ['moving_average', strategy('moving_average', { fast: 2, slow: 5, ma_type: 'sma', duration: 1_440 })],
  ['stochastic', strategy('stochastic', { k_period: 5, k_smoothing: 2, oversold: 40, overbought: 60, duration: 7 })],
  ['engulfing', strategy('engulfing', { trend_candles: 2, duration: 3 })],
  ['custom', strategy('custom', { call: GREEN, put: RED, duration: 2, gates: { ...OPEN_GATES, cooldown_candles: 2 } })],
];
it('the properties of a backtest cover every strategy type', () => {
  expect(new Set(STRATEGIES.map(([type]) => type))).toEqual(new Set(CANDLE_BASED_TYPES));
});

const SUBJECTS: readonly [string, BacktestSubject][] = [...STRATEGIES, ['pcr', LOOSE]];

/** Profit, in cents, of a stake of 1,000 at a payout of 85 %. */
const PROFIT_MINOR = { won: 850, lost: -1_000, tied: 0, void: 0, pending: 0 };

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

const tradesOf = (base: CandleColumns, subject: BacktestSubject): BacktestTrade[] => {
  const { trades } = valueOf(runBacktest(base, subject, OPTIONS));
  return Array.from({ length: trades.length }, (_, row) => tradeAt(trades, row));
};

const endOf = (base: CandleColumns, row: number): number => at(base.time, row) * 1_000 + STEP_MS;

/** Decides a trade by a simple search through the whole file (docs/spec/pcr.md §6). */
function endingOf(base: CandleColumns, { direction, entryMs, entryPrice, expiryMs }: BacktestTrade) {
  if (expiryMs > endOf(base, base.length - 1)) return { result: 'pending', settlePrice: null };
  const rows = Array.from({ length: base.length }, (_, row) => row).filter((row) => endOf(base, row) <= expiryMs);
  const last = rows.at(-1) ?? NaN;
  const settlePrice = at(base.close, last);
  const silent = endOf(base, last) <= entryMs || endOf(base, last) <= expiryMs - 5 * STEP_MS;
  if (silent) return { result: 'void', settlePrice };
  if (settlePrice === entryPrice) return { result: 'tied', settlePrice };
  return { result: settlePrice > entryPrice === (direction === 'CALL') ? 'won' : 'lost', settlePrice };
}

/**
 * Passes the closed candles of the timeframe to `hear` in live order. If only a later base candle closes a candle, both
 * are passed together.
 */
function liveCandles(base: CandleColumns, hear: (candle: Candle) => void): void {
  const aggregator = new CandleAggregator(TF_SECONDS, 60);
  for (let row = 0; row < base.length; row += 1) aggregator.push(candleAt(base, row)).forEach(hear);
}

/** Returns the signals of a live strategy that restarts from its snapshot at random candles. */
function liveSignals(base: CandleColumns, subject: BacktestSubject, seed: number) {
  const rng = new SeededRng(seed);
  const signals: unknown[] = [];
  let fold = foldOf(subject);
  liveCandles(base, ({ time, open, high, low, close }) => {
    const move = fold.push(time, open, high, low, close);
    if (move !== 0)
      signals.push({ entryMs: (time + TF_SECONDS) * 1_000, direction: move === 1 ? 'CALL' : 'PUT', entryPrice: close });
    if (rng.next() > 0.1) return;
    const saved = JSON.parse(JSON.stringify(fold.snapshot()));
    fold = foldOf(subject);
    fold.restore(saved);
  });
  return signals;
}

function liveSetupSignals(base: CandleColumns, subject: BacktestSubject) {
  if (subject.kind !== 'pcr') throw new Error('not a setup');
  const signals: unknown[] = [];
  const detector = new PcrDetector(subject.rules, {
    listener: {
      onSignal: ({ entryTime, direction, entryPrice }) => signals.push({ entryMs: entryTime, direction, entryPrice }),
    },
  });
  liveCandles(base, ({ time, open, high, low, close }) => detector.push(time, open, high, low, close));
  return signals;
}

const entriesOf = (trades: readonly BacktestTrade[]) =>
  trades.map(({ entryMs, direction, entryPrice }) => ({ entryMs, direction, entryPrice }));

describe.each(SUBJECTS)('a backtest of %s', (_name, subject) => {
  it('never looks ahead: later candles change no earlier trade', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 3, max: 1_500 }), (seed, cut) => {
        const base = gappyWalk(new SeededRng(seed), 1_500);
        const whole = tradesOf(base, subject);
        const part = tradesOf(firstCandles(base, cut), subject);
        expect(entriesOf(part)).toEqual(entriesOf(whole.slice(0, part.length)));
        // The last candle of the shorter data stays open without the next base candle, so its signal is missing.
        const missed = whole.slice(part.length).filter(({ entryMs }) => entryMs <= endOf(base, cut - 1));
        expect(missed.length).toBeLessThanOrEqual(1);
        for (const [row, trade] of part.entries()) if (trade.result !== 'pending') expect(trade).toEqual(whole[row]);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it('enters exactly at the candles at which live detection signals, even if live detection restarts', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const base = gappyWalk(new SeededRng(seed), 1_500);
        const live = subject.kind === 'pcr' ? liveSetupSignals(base, subject) : liveSignals(base, subject, seed);
        const trades = tradesOf(base, subject);
        // A live run needs the clock to close the last candle; a backtest does not.
        expect(entriesOf(trades).slice(0, live.length)).toEqual(live);
        expect(trades.length - live.length).toBeLessThanOrEqual(1);
        expect(live.length).toBeGreaterThan(0);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it('decides every trade by the last base candle that ends at or before the expiry of the trade', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const base = gappyWalk(new SeededRng(seed), 1_500);
        for (const trade of tradesOf(base, subject)) {
          const { result, settlePrice, profitMinor } = trade;
          expect(profitMinor).toBe(PROFIT_MINOR[result]);
          expect({ result, settlePrice }).toEqual(endingOf(base, trade));
        }
      }),
      { numRuns: propertyRuns(15) },
    );
  });
});

describe('the random markets of the backtest tests', () => {
  it('produce every possible result of a trade', () => {
    const seen = new Set(
      SUBJECTS.flatMap(([, subject]) => tradesOf(gappyWalk(new SeededRng(3), 8_000), subject).map((t) => t.result)),
    );
    expect(seen).toEqual(new Set(['won', 'lost', 'tied', 'void', 'pending']));
  });
});

describe('the figures of a backtest', () => {
  it('are sums over the trades of the backtest', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...SUBJECTS), (seed, [, subject]) => {
        const base = gappyWalk(new SeededRng(seed), 3_000);
        const trades = tradesOf(base, subject);
        const figures = reportOf(valueOf(runBacktest(base, subject, OPTIONS)), {
          zoneOffsetMs: UTC,
          rng: new SeededRng(seed),
        });
        const counted = trades.filter(({ result }) => result === 'won' || result === 'lost' || result === 'tied');
        const profit = counted.reduce((sum, { profitMinor }) => sum + profitMinor, 0);
        const many = (result: string): number => trades.filter((trade) => trade.result === result).length;
        expect(figures).toMatchObject({
          signals: trades.length,
          trades: counted.length,
          profitMinor: profit,
          stakedMinor: 1_000 * counted.length,
          voided: many('void'),
          openAtEnd: many('pending'),
          counts: { won: many('won'), lost: many('lost'), tied: many('tied') },
        });
        for (const groups of [figures.byHour, figures.byWeekday])
          expect(groups.reduce((sum, group) => sum + group.profitMinor, 0)).toBe(profit);
        expect(figures.equity.at(-1)?.total ?? 0).toBe(profit);
        const overlapping = trades.some(({ entryMs }, row) => row > 0 && entryMs < (trades[row - 1]?.expiryMs ?? 0));
        expect(figures.overlapping).toBe(overlapping);
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});
