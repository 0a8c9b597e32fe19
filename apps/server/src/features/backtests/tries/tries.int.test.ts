import type { BacktestData, BacktestJob, BacktestRequest } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import { completeRules, StrategyFold } from '@vigia/core/strategies';
import { SeededRng } from '@vigia/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { csvOf, FIRST_TIME, RSI, randomWalk, startBacktests } from '../testing.ts';

const world = await startBacktests();
const { backtests, clock, db, newPerson, store, ended } = world;
const CANDLES = randomWalk(30_000);
const MINUTE_S = 60;
const DAY_S = 86_400;
await store('EURUSD', CANDLES);
await store('GBPUSD', randomWalk(30_000, 2));
afterAll(() => world.close());

const history = (asset: string, days?: readonly [number, number]): BacktestData => ({
  source: 'history',
  asset,
  ...(days && { from: dayOf(days[0]), to: dayOf(days[1]) }),
});
const dayOf = (day: number): string => new Date((FIRST_TIME + day * DAY_S) * 1_000).toISOString();
const withPeriod = (period: number) => ({
  ...RSI,
  rules: {
    type: 'rsi' as const,
    parameters: { ...RSI.rules.parameters, rsi_period: period, oversold: 40, overbought: 60 },
  },
});
const ask = (
  data: BacktestData = history('EURUSD'),
  subject: BacktestRequest['subject'] = withPeriod(14),
): BacktestRequest => ({ subject, data, payout: 1, stake: 10, currency: 'USD' });

type Started = Awaited<ReturnType<typeof backtests.test>>;
async function judged(userId: string, job: Started): Promise<NonNullable<BacktestJob['judgement']>> {
  if (!job.ok) throw new Error(job.error.code);
  const { judgement } = await ended(userId, job.value);
  if (judgement === null) throw new Error('the test has no verdict');
  return judgement;
}
const triesAfter = async (userId: string, request: BacktestRequest): Promise<number> =>
  (await judged(userId, await backtests.test(userId, request))).tries;

async function uploaded(userId: string, candles: readonly Candle[]): Promise<BacktestData> {
  const bytes = Buffer.from(csvOf(candles));
  async function* body() {
    yield bytes;
  }
  const upload = await backtests.upload({ userId, isAnonymous: false, ip: '127.0.0.1' }, body());
  if (!upload.ok) throw new Error(upload.error.code);
  return { source: 'csv', upload_id: upload.value.upload_id };
}
const familiesOf = (userId: string) =>
  db.sql<{ symbols: string[]; tries: number }[]>`
    SELECT symbols, tries FROM data_families WHERE user_id = ${userId} ORDER BY symbols`;

describe('the counted tests (tries) of a user on related data', () => {
  it('are counted over all timeframes, periods, sweeps with other folds, and deleted backtests', async () => {
    const userId = await newPerson();
    expect(await triesAfter(userId, ask())).toBe(1);
    expect(await triesAfter(userId, ask(history('EURUSD'), { ...withPeriod(14), timeframe: '15m' }))).toBe(2);
    expect(await triesAfter(userId, ask(history('EURUSD', [0, 10])))).toBe(3);
    expect(await triesAfter(userId, ask(history('EURUSD', [10, 20])))).toBe(4);
    const ranges = [{ path: 'rsi_period', from: 8, to: 10, step: 1 }];
    for (const folds of [2, 6]) {
      const { tries } = await judged(userId, await backtests.sweep(userId, { ...ask(), folds, ranges }));
      expect(tries).toBe(folds === 2 ? 5 : 6);
    }
    for (const { id } of await backtests.list(userId)) await backtests.remove(userId, id);
    expect(await triesAfter(userId, ask())).toBe(7);
    expect(await familiesOf(userId)).toEqual([{ symbols: ['simulated:EURUSD'], tries: 7 }]);
  });

  it('are separate for another symbol, and for another user', async () => {
    const userId = await newPerson();
    expect(await triesAfter(userId, ask())).toBe(1);
    expect(await triesAfter(userId, ask(history('GBPUSD')))).toBe(1);
    expect(await triesAfter(await newPerson(), ask())).toBe(1);
  });

  it('are found for a file with equal returns, even if candles are missing or its prices have another scale', async () => {
    const userId = await newPerson();
    expect(await triesAfter(userId, ask(await uploaded(userId, CANDLES)))).toBe(1);
    const files = [
      CANDLES.toSpliced(7_000, 1),
      CANDLES.slice(4_000, 9_000),
      CANDLES.map(({ time, open, high, low, close }) => ({
        time,
        open: open * 100,
        high: high * 100,
        low: low * 100,
        close: close * 100,
      })),
    ];
    for (const [index, file] of files.entries())
      expect(await triesAfter(userId, ask(await uploaded(userId, file)))).toBe(index + 2);
    expect(await triesAfter(userId, ask(await uploaded(userId, randomWalk(30_000, 9))))).toBe(1);
  });

  it('are added up once a test shows that two data sets have the same prices', async () => {
    const userId = await newPerson();
    await triesAfter(userId, ask(await uploaded(userId, CANDLES.slice(0, 8_000))));
    await triesAfter(userId, ask(await uploaded(userId, CANDLES.slice(12_000, 20_000))));
    expect(await familiesOf(userId)).toHaveLength(2);
    expect(await triesAfter(userId, ask())).toBe(3);
    expect(await familiesOf(userId)).toEqual([{ symbols: ['simulated:EURUSD'], tries: 3 }]);
  });

  it('do not include a test with too few trades, which has no verdict and uses no error budget', async () => {
    const userId = await newPerson();
    const short = await judged(userId, await backtests.test(userId, ask(history('EURUSD', [0, 1]))));
    expect(short).toMatchObject({ verdict: 'short_sample', p_value: null, tries: 0, spent: 0 });
    expect(await triesAfter(userId, ask())).toBe(1);
  });

  it('start at zero for candles that did not exist at the last try', async () => {
    const userId = await newPerson();
    expect(await triesAfter(userId, ask())).toBe(1);
    clock.advance(30 * DAY_S * 1_000);
    const later = Math.ceil(clock.now() / 1_000 / DAY_S) * DAY_S;
    await store('USDJPY', randomWalk(3_000, 4, FIRST_TIME));
    await store('USDJPY', randomWalk(20_000, 5, later));
    const from = new Date(later * 1_000).toISOString();
    expect(await triesAfter(userId, ask({ source: 'history', asset: 'USDJPY' }))).toBe(1);
    clock.advance((later + 20_000 * MINUTE_S + 1) * 1_000 - clock.now());
    expect(await triesAfter(userId, ask({ source: 'history', asset: 'USDJPY', from }))).toBe(1);
    expect(await triesAfter(userId, ask({ source: 'history', asset: 'USDJPY', from }))).toBe(2);
  });

  it('all count when several tests end at the same time', async () => {
    const userId = await newPerson();
    const jobs = await Promise.all([7, 9].map((period) => backtests.test(userId, ask(undefined, withPeriod(period)))));
    await backtests.idle();
    const tries = await Promise.all(jobs.map(async (job) => (await judged(userId, job)).tries));
    expect(tries.toSorted((a, b) => a - b)).toEqual([1, 2]);
  });
});

describe('a look (an automatic backtest without a verdict)', () => {
  it('has no verdict, counts as no test, uses no error budget, and is not in the list', async () => {
    const userId = await newPerson();
    const job = await backtests.look(userId, ask());
    if (!job.ok) throw new Error(job.error.code);
    const looked = await ended(userId, job.value);
    expect(looked).toMatchObject({
      kind: 'look',
      status: 'done',
      judgement: { verdict: null, tries: 0, spent: 0 },
      headline: { card: { verdict: null } },
      report: { card: { verdict: null } },
    });
    expect(looked.judgement?.p_value).toBeGreaterThan(0);
    expect(await backtests.list(userId)).toEqual([]);
  });

  it('makes later verdicts on the same data stricter, also after another look has replaced it', async () => {
    const [looker, other] = [await newPerson(), await newPerson()];
    for (const period of [5, 7, 9, 21])
      await judged(looker, await backtests.look(looker, ask(undefined, withPeriod(period))));
    const [strict, plain] = [
      await judged(looker, await backtests.test(looker, ask())),
      await judged(other, await backtests.test(other, ask())),
    ];
    expect(strict.tries).toBe(1);
    expect(strict.p_value).toBe(plain.p_value);
    expect(strict.corrected_p_value ?? 0).toBeGreaterThan((plain.corrected_p_value ?? 1) + 0.01);
  });

  it('is cancelled and deleted by the next look of its user only', async () => {
    const [userId, other] = [await newPerson(), await newPerson()];
    const mine = await backtests.look(userId, ask());
    const theirs = await backtests.look(other, ask());
    const next = await backtests.look(userId, ask(undefined, withPeriod(9)));
    if (!mine.ok || !theirs.ok || !next.ok) throw new Error('a look was refused');
    expect((await ended(userId, next.value)).status).toBe('done');
    expect(await backtests.one(userId, mine.value.id)).toBeNull();
    expect((await ended(other, theirs.value)).status).toBe('done');
    expect(await db.sql`SELECT id FROM backtests WHERE user_id = ${userId}`).toEqual([{ id: next.value.id }]);
  });

  it('states that it found too few trades', async () => {
    const userId = await newPerson();
    const short = await judged(userId, await backtests.look(userId, ask(history('EURUSD', [0, 1]))));
    expect(short).toMatchObject({ verdict: 'short_sample', p_value: null });
  });
});

describe('the verdict of a backtest among all tests on the same data', () => {
  const PLANTED = {
    ...RSI,
    timeframe: '1m' as const,
    rules: { ...RSI.rules, parameters: { ...RSI.rules.parameters, oversold: 40, overbought: 60, duration: 1 } },
  };

  /** Returns 1-minute candles; after a signal of the rules the price moves with it in 65 of 100 cases. */
  function planted(count: number): Candle[] {
    const rng = new SeededRng(3);
    const fold = new StrategyFold(completeRules('rsi', { ...PLANTED.rules.parameters }), MINUTE_S);
    let close = 1.1;
    let move = 0;
    return Array.from({ length: count }, (_, row) => {
      const time = FIRST_TIME + MINUTE_S * row;
      const open = close;
      const size = (1 + Math.floor(rng.next() * 30)) / 1e5;
      const isWith = rng.next() < (move === 0 ? 0.5 : 0.65);
      close = Math.round((open + (isWith === move >= 0 ? size : -size)) * 1e5) / 1e5;
      const [high, low] = [Math.max(open, close), Math.min(open, close)];
      move = fold.push(time, open, high, low, close);
      return { time, open, high, low, close };
    });
  }
  const EDGE = history('AUDUSD');
  const stored = store('AUDUSD', planted(20_000));

  it("is 'above' for rules with an edge in report, list and sweep, and uses a part of the error budget", async () => {
    await stored;
    const userId = await newPerson();
    const job = await backtests.test(userId, ask(EDGE, PLANTED));
    if (!job.ok) throw new Error(job.error.code);
    const { report, headline, judgement } = await ended(userId, job.value);
    expect(judgement).toMatchObject({ verdict: 'above', tries: 1, level: 0.05, allowed: 0.025 });
    expect(judgement?.spent).toBeGreaterThan(0.02);
    expect(judgement?.spent).toBeLessThanOrEqual(0.025);
    expect([report?.card.verdict, headline?.card.verdict]).toEqual(['above', 'above']);
    const sweep = { ...ask(EDGE, PLANTED), folds: 4, ranges: [{ path: 'rsi_period', from: 10, to: 18, step: 1 }] };
    const swept = await judged(userId, await backtests.sweep(userId, sweep));
    expect(swept).toMatchObject({ verdict: 'above', tries: 2 });
    expect(swept.spent).toBeGreaterThan(judgement?.spent ?? NaN);
    expect(swept.spent).toBeLessThanOrEqual(0.045);
  });

  it('is the same when the same test is repeated, and the repetition uses no error budget', async () => {
    const userId = await newPerson();
    const first = await judged(userId, await backtests.test(userId, ask()));
    const again = await judged(userId, await backtests.test(userId, ask()));
    expect(again).toMatchObject({ verdict: first.verdict, spent: first.spent, tries: 2 });
  });

  it("names the cells of a grid that are 'above', and counts as a test on each symbol of the grid", async () => {
    await stored;
    const userId = await newPerson();
    const { data: _, ...rest } = ask(undefined, PLANTED);
    const request = { ...rest, data: [history('USDCAD'), EDGE, history('EURUSD')], timeframes: ['1m' as const] };
    const job = await backtests.grid(userId, { ...request, lengths: [{ duration: 1 }] });
    if (!job.ok) throw new Error(job.error.code);
    const { grid, judgement } = await ended(userId, job.value);
    // The first cell has no data.
    expect(grid?.cells.map(({ result }) => result?.verdict ?? null)).toEqual([null, 'above', 'indistinguishable']);
    expect(judgement).toMatchObject({ verdict: 'above', tries: 1 });
    expect(await triesAfter(userId, ask())).toBe(2);
    expect(await triesAfter(userId, ask(EDGE))).toBe(2);
  });

  it('requires the same result from the best cell of a grid if that cell is tested alone', async () => {
    const userId = await newPerson();
    const { data: _, ...rest } = ask();
    const lengths = [{ duration: 1 }, { duration: 5 }, { duration: 15 }, { duration: 30 }];
    const request = { ...rest, data: [history('EURUSD')], timeframes: ['1m' as const, '5m' as const], lengths };
    const job = await backtests.grid(userId, request);
    if (!job.ok) throw new Error(job.error.code);
    const { grid, judgement } = await ended(userId, job.value);
    const chances = grid?.cells.map(({ result }) => result?.p_value ?? 1) ?? [];
    const best = chances.indexOf(Math.min(...chances));
    const alone = await judged(userId, await backtests.testCell(userId, job.value.id, best));
    expect(alone.p_value).toBe(chances[best]);
    // The p-value of the cell alone is smaller than as the best of all cells; the correction removes the difference.
    expect(alone.p_value).toBeLessThan(judgement?.p_value ?? NaN);
    expect(alone.corrected_p_value).toBeGreaterThanOrEqual(judgement?.p_value ?? NaN);
  });
});
