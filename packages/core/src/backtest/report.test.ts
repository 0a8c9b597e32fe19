import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '#candles/index.ts';
import { minorUnits, ratio } from '#kernel/index.ts';
import { luckPValue, type WinRateCard, winRateCard } from '#statistics/index.ts';
import { drawdownBand } from './drawdown-band.ts';
import { type BacktestOptions, reportOf, runBacktest, type TradeColumns, tradeAt } from './index.ts';
import { gappyWalk, OPTIONS, randomWalk, START, setup, strategy, UTC, valueOf } from './testing.ts';

const MANY = strategy('rsi', { rsi_period: 5, oversold: 40, overbought: 60 });
const HOUR_MS = 3_600_000;

const rowsOf = (trades: TradeColumns) => Array.from({ length: trades.length }, (_, row) => tradeAt(trades, row));

const report = (options: Partial<BacktestOptions> = {}, more: { zoneOffsetMs?: () => number } = {}) =>
  reportOf(valueOf(runBacktest(randomWalk(new SeededRng(7), 2_000), MANY, { ...OPTIONS, ...options })), {
    zoneOffsetMs: UTC,
    rng: new SeededRng(1),
    ...more,
  });

const measured = (card: WinRateCard) => {
  if (card.kind !== 'measured') throw new Error('nothing is decided');
  return card;
};

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
  it('contains the p-value of the return per unit staked, close to that of the exact binomial test', () => {
    const { luck, counts } = report();
    const exact = luckPValue(counts.won, counts.won + counts.lost, 0.85);
    expect(exact).toBeGreaterThan(0.5);
    expect(Math.abs((luck?.pValue ?? NaN) - exact)).toBeLessThan(0.05);
  });

  it('judges the return and not the win rate: payouts that are low when trades are won do not count as an edge', () => {
    const run = valueOf(runBacktest(randomWalk(new SeededRng(7), 40_000), MANY, OPTIONS));
    const { length } = run.trades;
    const trades = {
      ...run.trades,
      // Half of the trades pay 190 % and win one of three; the others pay 20 % and win five of six.
      result: Int8Array.from({ length }, (_, row) =>
        row % 2 === 0 ? (row % 3 === 0 ? 1 : -1) : row % 12 < 10 ? 1 : -1,
      ),
      payoutBp: Int32Array.from({ length }, (_, row) => (row % 2 === 0 ? 19_000 : 2_000)),
    };
    const { card } = reportOf({ ...run, trades }, { zoneOffsetMs: UTC, rng: null });
    if (card.kind !== 'measured') throw new Error('nothing is decided');
    expect(card.interval.low).toBeGreaterThan(card.breakEven);
    expect(card.verdict).not.toBe('above');
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
        const { verdict: _, ...figures } = measured(card);
        const { verdict: _alone, ...expected } = measured(winRateCard({ won, lost, tied, averagePayoutRatio: 0.85 }));
        expect(figures).toEqual(expected);
      }
    };
    check(byHour, (at) => at.getUTCHours());
    check(byWeekday, (at) => at.getUTCDay() || 7);
  });

  it('judges an hour among all hours: a result that is above alone may not be above as the best of 24 rows', () => {
    const run = valueOf(runBacktest(randomWalk(new SeededRng(7), 40_000), MANY, { ...OPTIONS, payout: ratio(1) }));
    const { length, entryMs } = run.trades;
    const hourAt = (row: number): number => new Date(entryMs[row] ?? NaN).getUTCHours();
    const seen = new Map<number, number>();
    const result = Int8Array.from({ length }, (_, row) => {
      const before = seen.get(hourAt(row)) ?? 0;
      seen.set(hourAt(row), before + 1);
      // One hour wins 14 of 26 trades, the others half of them.
      const isExtra = hourAt(row) === 5 && before % 26 === 25;
      return isExtra || before % 2 === 0 ? 1 : -1;
    });
    const trades = { ...run.trades, result };
    const isOwn = (_: number, row: number): boolean => row < length && hourAt(row) === 5;
    const alone = {
      ...trades,
      length: seen.get(5) ?? 0,
      entryMs: entryMs.filter(isOwn),
      expiryMs: trades.expiryMs.filter(isOwn),
      result: result.filter(isOwn),
      payoutBp: trades.payoutBp.filter(isOwn),
    };
    const optionsOf = { zoneOffsetMs: UTC, rng: null };
    expect(measured(reportOf({ ...run, trades: alone }, optionsOf).card).verdict).toBe('above');
    const row = reportOf({ ...run, trades }, optionsOf).byHour.find(({ key }) => key === 5);
    expect(row && measured(row.card).verdict).toBe('indistinguishable');
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
