import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '#candles/index.ts';
import { minorUnits, ratio } from '#kernel/index.ts';
import { luckPValue, winRateCard } from '#statistics/index.ts';
import { drawdownBand } from './drawdown-band.ts';
import { type BacktestOptions, correctedPValue, reportOf, runBacktest, type TradeColumns, tradeAt } from './index.ts';
import { gappyWalk, OPTIONS, randomWalk, START, setup, strategy, UTC, valueOf } from './testing.ts';

const MANY = strategy('rsi', { rsi_period: 5, oversold: 40, overbought: 60 });
const HOUR_MS = 3_600_000;

const rowsOf = (trades: TradeColumns) => Array.from({ length: trades.length }, (_, row) => tradeAt(trades, row));

const report = (
  options: Partial<BacktestOptions> = {},
  more: { variants?: number; zoneOffsetMs?: () => number } = {},
) =>
  reportOf(valueOf(runBacktest(randomWalk(new SeededRng(7), 2_000), MANY, { ...OPTIONS, ...options })), {
    zoneOffsetMs: UTC,
    rng: new SeededRng(1),
    ...more,
  });

describe('a backtest', () => {
  it('pays for a win the stake times the payout at its entry, rounded half to even', () => {
    const late = START * 1_000 + 1_000 * 300_000;
    const payout = (entryMs: number) => ratio(entryMs < late ? 0.8125 : 0.9);
    const { trades } = valueOf(
      runBacktest(randomWalk(new SeededRng(7), 2_000), MANY, { payout, stakeMinor: minorUnits(1_000) }),
    );
    const won = Array.from({ length: trades.length }, (_, row) => tradeAt(trades, row)).filter(
      ({ result }) => result === 'won',
    );
    // The unrounded profit is 812.5 cents, halfway between two whole cents.
    expect(new Set(won.filter(({ entryMs }) => entryMs < late).map(({ profitMinor }) => profitMinor))).toEqual(
      new Set([812]),
    );
    expect(new Set(won.filter(({ entryMs }) => entryMs >= late).map(({ profitMinor }) => profitMinor))).toEqual(
      new Set([900]),
    );
  });

  it('passes the payout at each entry to the payout filter', () => {
    const asking = setup({
      patterns: { minLength: 2, requiredCriteria: 2 },
      entryPoints: ['ruptura'],
      filters: [{ filter: 'payout', min: 0.85 }],
    });
    const middle = (START + 1_000 * 300) * 1_000;
    const payout = (entryMs: number) => ratio(entryMs < middle ? 0.84 : 0.86);
    const { trades } = valueOf(runBacktest(randomWalk(new SeededRng(7), 2_000), asking, { ...OPTIONS, payout }));
    expect(trades.length).toBeGreaterThan(50);
    expect(trades.entryMs.every((entryMs) => entryMs >= middle)).toBe(true);
    const fixed = valueOf(
      runBacktest(randomWalk(new SeededRng(7), 2_000), asking, { ...OPTIONS, payout: ratio(0.84) }),
    );
    expect(fixed.trades.length).toBe(0);
  });

  it('makes the same trades with and without a payout filter, from the first entry that passes the filter', () => {
    const rules = { patterns: { minLength: 2, requiredCriteria: 2 }, entryPoints: ['ruptura'] };
    const filters = [
      { filter: 'volatility', minAtrPct: 0 },
      { filter: 'payout', min: 0.85 },
    ];
    const walk = randomWalk(new SeededRng(7), 1_000);
    const all = rowsOf(valueOf(runBacktest(walk, setup(rules), OPTIONS)).trades);
    const middle = all[20]?.entryMs ?? NaN;
    const payout = (entryMs: number) => ratio(entryMs < middle ? 0.84 : 0.85);
    const { trades } = valueOf(runBacktest(walk, setup({ ...rules, filters }), { ...OPTIONS, payout }));
    expect(rowsOf(trades)).toEqual(all.slice(20));
  });

  it('uses the fixed payout in the payout filter if the options contain one', () => {
    const rules = { patterns: { minLength: 2, requiredCriteria: 2 }, entryPoints: ['ruptura'] };
    const walk = randomWalk(new SeededRng(7), 500);
    const trades = (filters: readonly object[]) =>
      rowsOf(valueOf(runBacktest(walk, setup({ ...rules, filters }), OPTIONS)).trades);
    expect(trades([{ filter: 'payout', min: 0.85 }])).toEqual(trades([]));
    expect(trades([{ filter: 'payout', min: 0.86 }])).toEqual([]);
  });

  it('reports its progress, and stops when the progress callback returns false', () => {
    const heard: number[] = [];
    const base = randomWalk(new SeededRng(1), 200_000);
    const goOn = (answer: boolean) => (fraction: number) => heard.push(fraction) > 0 && answer;
    expect(runBacktest(base, MANY, { ...OPTIONS, onProgress: goOn(true) }).ok).toBe(true);
    expect(heard.length).toBeGreaterThan(4);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(heard.at(-1)).toBeLessThanOrEqual(1);
    heard.length = 0;
    expect(runBacktest(base, MANY, { ...OPTIONS, onProgress: goOn(false) })).toEqual({
      ok: false,
      error: { reason: 'cancelled' },
    });
    expect(heard).toHaveLength(1);
  });

  it('is refused for a setup that needs ticks, and for an expiry between two base candles', () => {
    const touching = setup({ trigger: 'touch' });
    expect(runBacktest(randomWalk(new SeededRng(1), 100), touching, OPTIONS)).toMatchObject({
      error: { reason: 'touch_needs_ticks' },
    });
    const uneven = strategy('rsi', { duration: 7 });
    expect(runBacktest(randomWalk(new SeededRng(1), 100), uneven, OPTIONS)).toMatchObject({
      error: { reason: 'expiry_not_multiple' },
    });
  });

  it.each([
    ['15 s', { duration_seconds: 15 }],
    ['5 ticks', { duration_ticks: 5 }],
  ])('is refused for a duration of %s without ticks', (_text, length) => {
    expect(runBacktest(randomWalk(new SeededRng(1), 100), strategy('rsi', length), OPTIONS)).toMatchObject({
      error: { reason: 'length_needs_ticks', baseStepSeconds: 300 },
    });
  });

  it('has no trades and no p-value if it has too few candles', () => {
    const empty = valueOf(runBacktest(columnsOf([]), MANY, OPTIONS));
    expect(empty).toMatchObject({ candles: 0, fromMs: null, toMs: null });
    expect(reportOf(empty, { zoneOffsetMs: UTC, rng: new SeededRng(1) })).toMatchObject({
      trades: 0,
      card: { kind: 'undecided' },
      luck: null,
      drawdownBand: null,
      expectancyMinor: null,
      equity: [],
    });
  });

  it('reports the period of its data', () => {
    const { fromMs, toMs, candles } = valueOf(runBacktest(gappyWalk(new SeededRng(1), 12), MANY, OPTIONS));
    expect(fromMs).toBe(START * 1_000);
    expect(candles).toBe(2);
    expect(toMs).toBe(START * 1_000 + 12 * 60_000);
  });
});

describe('the report of a backtest', () => {
  it('contains the exact p-value, and the p-value corrected for the number of variants tried', () => {
    const { luck, counts } = report({}, { variants: 40 });
    const alone = luckPValue(counts.won, counts.won + counts.lost, 0.85);
    expect(luck).toEqual({ pValue: alone, variants: 40, correctedPValue: correctedPValue(alone, 40) });
    expect(correctedPValue(0.001, 40)).toBe(0.04);
    expect(correctedPValue(0.5, 40)).toBe(1);
  });

  it('computes the p-value from the mean payout of decided trades, by default for one variant', () => {
    const late = START * 1_000 + 1_000 * 300_000;
    const run = valueOf(
      runBacktest(randomWalk(new SeededRng(7), 2_000), MANY, {
        ...OPTIONS,
        payout: (entryMs) => ratio(entryMs < late ? 0.7 : 0.9),
      }),
    );
    const all = Array.from({ length: run.trades.length }, (_, row) => tradeAt(run.trades, row));
    const decided = all.filter(({ result }) => result === 'won' || result === 'lost');
    const mean = decided.reduce((sum, { payoutRatio }) => sum + payoutRatio, 0) / decided.length;
    const { luck, counts, drawdownBand: band } = reportOf(run, { zoneOffsetMs: UTC, rng: null });
    expect(luck?.pValue).toBeCloseTo(luckPValue(counts.won, decided.length, mean), 10);
    expect(luck).toMatchObject({ variants: 1, correctedPValue: luck?.pValue });
    expect(band).toBeNull();
  });

  it('contains the win rate and the profit of each hour and weekday', () => {
    const run = valueOf(runBacktest(randomWalk(new SeededRng(7), 2_000), MANY, OPTIONS));
    const all = Array.from({ length: run.trades.length }, (_, row) => tradeAt(run.trades, row));
    const { byHour, byWeekday } = reportOf(run, { zoneOffsetMs: UTC, rng: null });
    const check = (groups: typeof byHour, keyOf: (at: Date) => number): void => {
      for (const { key, trades, profitMinor, counts, card } of groups) {
        const own = all.filter(({ entryMs }) => keyOf(new Date(entryMs)) === key);
        const many = (result: string) => own.filter((trade) => trade.result === result).length;
        const [won, lost, tied] = [many('won'), many('lost'), many('tied')];
        expect({ trades, counts }).toEqual({ trades: won + lost + tied, counts: { won, lost, tied } });
        expect(profitMinor).toBe(own.reduce((sum, trade) => sum + trade.profitMinor, 0));
        expect(card).toEqual(winRateCard({ won, lost, tied, averagePayoutRatio: 0.85 }));
      }
    };
    check(byHour, (at) => at.getUTCHours());
    check(byWeekday, (at) => at.getUTCDay() || 7);
  });

  it('groups trades by the hour and weekday of their entry in the requested time zone', () => {
    const keys = (zoneOffsetMs: () => number) =>
      report({}, { zoneOffsetMs }).byHour.map(({ key, trades }) => [key, trades]);
    expect(keys(UTC).map(([key]) => key)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    const shifted = keys(() => -5 * HOUR_MS);
    for (const [hour, trades] of keys(UTC)) expect(shifted).toContainEqual([((hour ?? 0) + 19) % 24, trades]);
    // The walk starts on a Wednesday, 00:00 UTC, and lasts a week.
    const weekdays = report().byWeekday.map(({ key }) => key);
    expect(weekdays).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const short = valueOf(runBacktest(randomWalk(new SeededRng(7), 250), MANY, OPTIONS));
    const of = (zoneOffsetMs: () => number) =>
      reportOf(short, { zoneOffsetMs, rng: new SeededRng(1) }).byWeekday.map(({ key }) => key);
    expect(of(UTC)).toEqual([3]);
    expect(of(() => -24 * HOUR_MS)).toEqual([2]);
    expect(of(() => 96 * HOUR_MS)).toEqual([7]);
  });

  it('limits the equity curve to 300 points, of which the last is the total profit', () => {
    const { equity, profitMinor, trades } = report();
    expect(trades).toBeGreaterThan(300);
    expect(equity.length).toBeLessThanOrEqual(300);
    expect(equity.at(-1)?.total).toBe(profitMinor);
  });

  it('contains the drawdown band of the profits of its ended trades', () => {
    const run = valueOf(runBacktest(randomWalk(new SeededRng(7), 500), MANY, OPTIONS));
    const ended = rowsOf(run.trades).filter(({ result }) => result !== 'pending' && result !== 'void');
    const profitsMinor = Float64Array.from(ended, ({ profitMinor }) => profitMinor);
    const { drawdownBand: band } = reportOf(run, { zoneOffsetMs: UTC, rng: new SeededRng(1) });
    expect(band).toEqual(drawdownBand(profitsMinor, new SeededRng(1)));
  });

  it.each([
    ['none has ended when the next begins', [0, 10, 20], [10, 20, 30], false],
    ['the second begins before the first has ended', [0, 9, 20], [10, 20, 30], true],
    ['the third begins before the second has ended', [0, 10, 19], [10, 20, 30], true],
    ['there is one', [0], [10], false],
  ])('states whether trades overlap: %s', (_case, entries, expiries, expected) => {
    const run = valueOf(runBacktest(randomWalk(new SeededRng(7), 120), MANY, OPTIONS));
    const columns = { entryMs: Float64Array.from(entries), expiryMs: Float64Array.from(expiries) };
    const trades = { ...run.trades, ...columns, length: entries.length };
    expect(reportOf({ ...run, trades }, { zoneOffsetMs: UTC, rng: null }).overlapping).toBe(expected);
  });

  it('dates each point of the equity curve with the expiry of its trade', () => {
    const run = valueOf(runBacktest(randomWalk(new SeededRng(7), 120), MANY, OPTIONS));
    const { equity } = reportOf(run, { zoneOffsetMs: UTC, rng: null });
    const all = Array.from({ length: run.trades.length }, (_, row) => tradeAt(run.trades, row));
    const counted = all.filter(({ result }) => result !== 'pending' && result !== 'void');
    let total = 0;
    expect(equity).toEqual(
      counted.map(({ expiryMs, profitMinor }) => {
        total += profitMinor;
        return { atMs: expiryMs, total };
      }),
    );
    expect(equity.length).toBeGreaterThan(5);
  });
});

describe('the drawdown band of a backtest', () => {
  it('covers all orders of three trades, and is the same for the same random seed', () => {
    // The drawdown is 120 if the win is between the losses, and 200 if the losses are adjacent.
    const profits = Float64Array.of(80, -100, -100);
    const band = drawdownBand(profits, new SeededRng(1));
    expect(band).toEqual({ p5Minor: 120, p50Minor: 200, p95Minor: 200, worstMinor: 200, orders: 1_000 });
    expect(drawdownBand(profits, new SeededRng(1))).toEqual(band);
  });

  it('contains the drawdown of most random orders of the trades, and does not change the trades', () => {
    const profits = Float64Array.from({ length: 400 }, (_, row) => (row % 2 === 0 ? 85 : -100));
    const before = [...profits];
    const band = drawdownBand(profits, new SeededRng(2));
    expect([...profits]).toEqual(before);
    if (!band) throw new Error('no band');
    expect(band.p5Minor).toBeLessThan(band.p50Minor);
    expect(band.p50Minor).toBeLessThan(band.p95Minor);
    expect(band.p95Minor).toBeLessThanOrEqual(band.worstMinor);
    // Alternating wins and losses have the smallest drawdown of all orders.
    expect(band.p5Minor).toBeGreaterThan(200 * 15);
  });
});
