import { propertyRuns } from '@vigia/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CandleColumns, candlesFromTicks } from '#candles/index.ts';
import { demoMarket, lastTickBefore, type SimulatedPrices, simulatedAsset, TickCursor } from '#market-model/index.ts';
import { type BacktestSubject, type BacktestTrade, runBacktest, tradeAt } from './index.ts';
import { firstCandles, OPTIONS, setup, strategy, valueOf } from './testing.ts';

const EURUSD = simulatedAsset('EURUSD');
if (EURUSD === undefined) throw new Error('the simulated market has EURUSD');
const ASSET = EURUSD;
const FROM_MS = Date.UTC(2026, 9, 1);
const MINUTES = 240;
const STEP_MS = 60_000;
/** Markets by seed, because each remembers its daily moves. */
const markets = new Map<number, SimulatedPrices>();
const TICKS = 5;

function marketOf(seed: number): SimulatedPrices {
  const market = markets.get(seed) ?? demoMarket(seed);
  markets.set(seed, market);
  return market;
}

/** Returns the closed minutes of the simulated market from FROM_MS on. */
function minutesOf(seed: number): CandleColumns {
  const cursor = new TickCursor(marketOf(seed), ASSET).seekFrom(FROM_MS);
  const [timeMs, price]: [number[], number[]] = [[], []];
  for (; cursor.timeMs < FROM_MS + MINUTES * STEP_MS; cursor.next()) {
    timeMs.push(cursor.timeMs);
    price.push(cursor.price);
  }
  const ticks = { length: timeMs.length, timeMs: Float64Array.from(timeMs), price: Float64Array.from(price) };
  return candlesFromTicks(ticks, 60).candles;
}

function rsi(length: object): BacktestSubject {
  const subject = strategy('rsi', { rsi_period: 3, oversold: 45, overbought: 55, ...length });
  return subject.kind === 'strategy' ? { ...subject, timeframe: '1m' } : subject;
}
const ruptura = (length: object) =>
  setup({ timeframe: '1m', patterns: { minLength: 2, requiredCriteria: 1 }, entryPoints: ['ruptura'], ...length });
/** Subjects whose trades have a duration in seconds, and the same subjects with a duration in minutes. */
const SUBJECTS: readonly [string, number, BacktestSubject, BacktestSubject][] = [
  ['a strategy', 15, rsi({ duration_seconds: 15 }), rsi({ duration: 1 })],
  ['a strategy of more than a minute', 90, rsi({ duration_seconds: 90 }), rsi({ duration: 1 })],
  ['a setup', 15, ruptura({ expiry_seconds: 15 }), ruptura({ expiry: 1 })],
];

function tradesOf(base: CandleColumns, subject: BacktestSubject, seed: number): BacktestTrade[] {
  const { trades } = valueOf(runBacktest(base, subject, { ...OPTIONS, ticks: new TickCursor(marketOf(seed), ASSET) }));
  return Array.from({ length: trades.length }, (_, row) => tradeAt(trades, row));
}

/** Returns the first tick at or after a time, by a simple search from two minutes before it. */
function firstFrom(seed: number, timeMs: number): TickCursor {
  const cursor = new TickCursor(marketOf(seed), ASSET).seekBefore(timeMs - 2 * STEP_MS);
  while (cursor.timeMs < timeMs) cursor.next();
  return cursor;
}

const wordOf = (direction: string, change: number) =>
  change === 0 ? 'tied' : change > 0 === (direction === 'CALL') ? 'won' : 'lost';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });

describe.each(SUBJECTS)(
  'a backtest of %s whose trades have a duration in seconds, decided by the ticks of the market,',
  (_what, seconds, short, inMinutes) => {
    it('enters at the first tick at or after the close of the signal, and ends with the last tick before the expiry', () => {
      let seen = 0;
      fc.assert(
        fc.property(seeds, (seed) => {
          const base = minutesOf(seed);
          const closes = tradesOf(base, inMinutes, seed).map(({ entryMs }) => entryMs);
          const trades = tradesOf(base, short, seed);
          expect(trades).toHaveLength(closes.length);
          for (const [row, trade] of trades.entries()) {
            if (trade.result === 'pending') continue;
            seen += 1;
            const entry = firstFrom(seed, closes[row] ?? NaN);
            expect([trade.entryMs, trade.entryPrice]).toEqual([entry.timeMs, entry.price]);
            expect(trade.expiryMs).toBe(entry.timeMs + seconds * 1_000);
            const last = lastTickBefore(marketOf(seed), ASSET, trade.expiryMs);
            expect(trade.settlePrice).toBe(last.price);
            expect(trade.result).toBe(wordOf(trade.direction, last.price - entry.price));
          }
        }),
        { numRuns: propertyRuns(20) },
      );
      expect(seen).toBeGreaterThan(20);
    });

    it('gives every trade the same result whether the data end early or are complete', () => {
      fc.assert(
        fc.property(seeds, fc.integer({ min: 30, max: MINUTES - 1 }), (seed, rows) => {
          const base = minutesOf(seed);
          const [all, part] = [tradesOf(base, short, seed), tradesOf(firstCandles(base, rows), short, seed)];
          const decided = part.filter(({ result }) => result !== 'pending');
          expect(decided).toEqual(all.slice(0, decided.length));
          for (const { expiryMs } of decided) expect(expiryMs).toBeLessThanOrEqual(FROM_MS + rows * STEP_MS);
        }),
        { numRuns: propertyRuns(20) },
      );
    });
  },
);

describe('a backtest of a strategy whose trades last a number of ticks', () => {
  it('ends each trade exactly `duration_ticks` ticks after its entry tick', () => {
    const trades = tradesOf(minutesOf(7), rsi({ duration_ticks: TICKS }), 7);
    expect(trades.length).toBeGreaterThan(10);
    for (const trade of trades.filter(({ result }) => result !== 'pending')) {
      const end = firstFrom(7, trade.entryMs);
      for (let tick = 0; tick < TICKS; tick++) end.next();
      expect([trade.expiryMs, trade.settlePrice]).toEqual([end.timeMs, end.price]);
    }
  });
});

it('a backtest in minutes is the same with and without ticks', () => {
  const base = minutesOf(3);
  const plain = valueOf(runBacktest(base, rsi({ duration: 2 }), OPTIONS));
  expect(
    valueOf(runBacktest(base, rsi({ duration: 2 }), { ...OPTIONS, ticks: new TickCursor(marketOf(3), ASSET) })),
  ).toEqual(plain);
});
