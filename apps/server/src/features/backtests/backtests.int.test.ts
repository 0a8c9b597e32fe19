import { gunzipSync } from 'node:zlib';
import { BacktestReport, type BacktestRequest, SweepReport } from '@vigia/contract';
import { runBacktest, tradeAt } from '@vigia/core/backtest';
import { columnsOf } from '@vigia/core/candles';
import { minorUnits, ratio } from '@vigia/core/kernel';
import { demoMarket, lastTickBefore, simulatedAsset } from '@vigia/core/market-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBacktests } from './backtests.ts';
import { FIRST_TIME, MARKET_SEED, NOW_MS, RSI, randomWalk, savedRulesId, startBacktests } from './testing.ts';

const world = await startBacktests();
const { backtests, db, newPerson, store, ended } = world;
const CANDLES = randomWalk(30_000);
await store('EURUSD', CANDLES);
await store('GBPUSD', randomWalk(3_000, 2), 'replay');
afterAll(() => world.close());

const HISTORY = { source: 'history', asset: 'EURUSD' } as const;
const ASK: BacktestRequest = { subject: RSI, data: HISTORY, stake: 10, currency: 'USD' };
const PCR: BacktestRequest['subject'] = { kind: 'pcr', setup: { patterns: { requiredCriteria: 4 } } };
const SWEEP = {
  ...ASK,
  folds: 4,
  ranges: [
    { path: 'rsi_period', from: 5, to: 24, step: 1 },
    { path: 'oversold', from: 20, to: 44, step: 1 },
  ],
};
/** A sweep of seconds: it still runs when its test has read its progress, also on a busy machine. */
const LONG_SWEEP = {
  ...SWEEP,
  subject: { kind: 'pcr', setup: { timeframe: '1m', patterns: { requiredCriteria: 4 } } } as const,
  ranges: [{ path: 'patterns.minRangeAtr', from: 1, to: 2, step: 0.0021 }],
};

async function accepted(userId: string, ask = ASK) {
  const job = await backtests.test(userId, ask);
  if (!job.ok) throw new Error(job.error.code);
  return job.value;
}
const reportOf = async (userId: string, ask = ASK) =>
  BacktestReport.parse((await ended(userId, await accepted(userId, ask))).report);
async function refusal(userId: string, ask: BacktestRequest) {
  const job = await backtests.test(userId, ask);
  return job.ok ? null : job.error;
}
async function sweepOf(userId: string, ask: Parameters<typeof backtests.sweep>[1]) {
  const job = await backtests.sweep(userId, ask);
  if (!job.ok) throw new Error(job.error.code);
  return SweepReport.parse((await ended(userId, job.value)).sweep);
}
/**
 * Starts a sweep and waits until `seenBy` shows its first progress.
 * @returns id of the sweep
 */
async function running(
  at: Pick<typeof backtests, 'sweep' | 'one'>,
  userId: string,
  sweep: Parameters<typeof backtests.sweep>[1],
  seenBy: Pick<typeof backtests, 'one'> = at,
): Promise<string> {
  const job = await at.sweep(userId, sweep);
  if (!job.ok) throw new Error(job.error.code);
  const { id } = job.value;
  await expect
    .poll(async () => (await seenBy.one(userId, id))?.progress, { timeout: 10_000, interval: 5 })
    .toBeGreaterThan(0);
  return id;
}
async function csvOf(userId: string, id: string): Promise<string[]> {
  const parts = await backtests.trades(userId, id);
  const bytes: Uint8Array[] = [];
  for await (const part of parts ?? []) bytes.push(part);
  return gunzipSync(Buffer.concat(bytes)).toString().trimEnd().split('\r\n');
}

describe('a backtest on stored history', () => {
  it('ends with a report of the trades that the rules give on this history, at the payouts of each hour', async () => {
    const userId = await newPerson();
    const asked = await accepted(userId);
    expect(asked).toMatchObject({ kind: 'single', subject: 'rsi', asset: 'EURUSD', timeframe: '5m', report: null });
    const done = await ended(userId, asked);
    expect(done).toMatchObject({ status: 'done', progress: 1, error: null });
    const report = BacktestReport.parse(done.report);
    expect(report).toMatchObject({ source: 'simulated', candles: 6_000, voided: 0 });
    expect(report.trades).toBeGreaterThan(50);
    expect(report.from).toBe(new Date(FIRST_TIME * 1_000).toISOString());
    for (const trade of report.trade_list) {
      const bp = 8_050 + (Math.floor(Date.parse(trade.entry_time) / 3_600_000) % 2);
      expect(trade.payout).toBe(bp / 10_000);
    }
    expect(done.headline).toEqual({ card: report.card, profit: report.profit });
  });

  it.each([
    ['a strategy', RSI],
    ['a setup', PCR],
  ] as const)('finds for %s the same trades as the core package, trade by trade', async (_what, subject) => {
    const userId = await newPerson();
    const asked = await accepted(userId, { ...ASK, subject, payout: 0.83 });
    const report = BacktestReport.parse((await ended(userId, asked)).report);
    const lines = await csvOf(userId, asked.id);
    const rules = (
      await db.sql<{ rules: never }[]>`SELECT request -> 'rules' AS rules FROM backtests WHERE id = ${asked.id}`
    )[0]?.rules;
    if (rules === undefined) throw new Error('the rules are kept');
    const core = runBacktest(
      columnsOf(CANDLES),
      subject.kind === 'pcr' ? { kind: 'pcr', rules } : { kind: 'strategy', rules, timeframe: '5m' },
      { payout: ratio(0.83), stakeMinor: minorUnits(1_000) },
    );
    if (!core.ok) throw new Error(core.error.reason);
    const { trades } = core.value;
    const expected = Array.from({ length: trades.length }, (_, row) => tradeAt(trades, row)).filter(
      ({ result }) => result !== 'pending',
    );
    expect(expected.length).toBeGreaterThan(20);
    expect(lines.slice(1)).toEqual(
      expected.map((trade) =>
        [
          new Date(trade.entryMs).toISOString(),
          new Date(trade.expiryMs).toISOString(),
          trade.direction,
          trade.entryPrice,
          trade.settlePrice ?? '',
          trade.result,
          0.83,
          trade.profitMinor / 100,
        ].join(','),
      ),
    );
    expect(report.trades + report.voided).toBe(expected.length);
    expect(report.trade_list).toHaveLength(Math.min(500, expected.length));
    expect(report.profit).toBe(expected.reduce((sum, { profitMinor }) => sum + profitMinor, 0) / 100);
  });

  it('decides trades with a duration in seconds by the simulated market’s ticks, computed from its key', async () => {
    const userId = await newPerson();
    const subject = { kind: 'pcr', setup: { entryPoints: ['ruptura'], expiry_seconds: 15 } } as const;
    const ask = { ...ASK, subject, payout: 0.83 };
    const imported = { ...ask, data: { source: 'imported', asset: 'GBPUSD' } } as const;
    expect(await refusal(userId, imported)).toMatchObject({
      code: 'backtest_length_needs_ticks',
      values: { length: '15 s', step: '1 min' },
    });
    const market = demoMarket(MARKET_SEED);
    const eurusd = simulatedAsset('EURUSD');
    if (eurusd === undefined) throw new Error('the simulated market has EURUSD');
    const { trade_list: trades } = await reportOf(userId, ask);
    expect(trades.length).toBeGreaterThan(20);
    for (const { entry_time, entry_price, expiry_time, settle_price } of trades) {
      const [entryMs, expiryMs] = [Date.parse(entry_time), Date.parse(expiry_time)];
      expect(expiryMs - entryMs).toBe(15_000);
      expect(lastTickBefore(market, eurusd, entryMs + 1)).toEqual({ timeMs: entryMs, price: entry_price });
      expect(lastTickBefore(market, eurusd, expiryMs).price).toBe(settle_price);
    }
    const { variants } = await sweepOf(userId, {
      ...ask,
      folds: 4,
      ranges: [{ path: 'expiry_seconds', from: 15, to: 45, step: 15 }],
    });
    expect(variants).toBe(3);
  });

  it('tests only the requested period', async () => {
    const userId = await newPerson();
    const [from, to] = ['2026-10-05T00:00:00.000Z', '2026-10-07T12:00:00.000Z'];
    const report = await reportOf(userId, { ...ASK, data: { ...HISTORY, from, to } });
    expect(report).toMatchObject({ from, to, candles: 720 });
  });

  it('uses imported candles on request, with a payout of 80 %', async () => {
    const userId = await newPerson();
    const report = await reportOf(userId, { ...ASK, data: { source: 'imported', asset: 'GBPUSD' } });
    expect(report).toMatchObject({ source: 'imported', candles: 600, asset: 'GBPUSD' });
    expect(new Set(report.trade_list.map(({ payout }) => payout))).toEqual(new Set([0.8]));
  });

  it('groups trades by hour and weekday in the user’s time zone', async () => {
    const [utc, mexico] = [await reportOf(await newPerson()), await reportOf(await newPerson('America/Mexico_City'))];
    const tradesAt = (report: typeof utc, hour: number) =>
      report.by_hour.find(({ key }) => key === String(hour))?.trades ?? 0;
    for (let hour = 0; hour < 24; hour += 1) expect(tradesAt(mexico, hour)).toBe(tradesAt(utc, (hour + 6) % 24));
    expect(utc.by_hour.reduce((sum, { trades }) => sum + trades, 0)).toBe(utc.trades);
  });

  it('gives the same report each time the same request runs', async () => {
    const userId = await newPerson();
    const [first, second] = [await reportOf(userId), await reportOf(userId)];
    expect({ ...second, compute_ms: 0 }).toEqual({ ...first, compute_ms: 0 });
  });

  it('reports amounts in pesos, without decimals, for a stake in pesos', async () => {
    const userId = await newPerson();
    const job = await ended(userId, await accepted(userId, { ...ASK, stake: 15_000, currency: 'CLP' }));
    expect(job.currency).toBe('CLP');
    const report = BacktestReport.parse(job.report);
    expect(report.currency).toBe('CLP');
    expect(report.staked).toBe(15_000 * report.trades);
    const dollars = await reportOf(userId, { ...ASK, stake: 150 });
    expect(report.profit).toBe(Math.round(dollars.profit * 100));
    expect(dollars.currency).toBe('USD');
    expect((await csvOf(userId, job.id))[1]).toMatch(/,-?\d+$/);
  });
});

describe('a backtest that cannot start', () => {
  it.each([
    ['for an unknown asset', { ...ASK, data: { ...HISTORY, asset: 'NOPE' } }, 'asset_unknown'],
    ['without any candles', { ...ASK, data: { ...HISTORY, asset: 'USDJPY' } }, 'backtest_no_data'],
    [
      'without candles in its period',
      { ...ASK, data: { ...HISTORY, to: '2020-01-01T00:00:00.000Z' } },
      'backtest_no_data',
    ],
    ['without imported candles', { ...ASK, data: { source: 'imported', asset: 'EURUSD' } }, 'backtest_no_data'],
    [
      'of a setup that enters on a touch',
      { ...ASK, subject: { kind: 'pcr', setup: { trigger: 'touch' } } },
      'backtest_touch_needs_ticks',
    ],
    [
      'of an invalid setup',
      { ...ASK, subject: { kind: 'pcr', setup: { patterns: { minLength: 99 } } } },
      'setup_invalid',
    ],
    [
      'of a missing file',
      { ...ASK, data: { source: 'csv', upload_id: savedRulesId('00000000-0000-4000-8000-000000000000') } },
      'backtest_upload_not_found',
    ],
    ['with a third decimal in the stake', { ...ASK, stake: 10.001 }, 'amount_invalid'],
    ['with a decimal in pesos', { ...ASK, stake: 10.5, currency: 'CLP' }, 'amount_invalid'],
  ] as const)('is refused %s', async (_what, ask, code) => {
    expect((await refusal(await newPerson(), ask))?.code).toBe(code);
  });

  it('does not count towards the user’s limit of backtests', async () => {
    const userId = await newPerson();
    for (let tries = 0; tries < 3; tries += 1) await refusal(userId, { ...ASK, data: { ...HISTORY, asset: 'USDJPY' } });
    expect(await accepted(userId)).toMatchObject({ error: null });
    await backtests.idle();
  });

  it('is refused as the third unfinished backtest of a user, even in concurrent requests', async () => {
    const userId = await newPerson();
    const asked = await Promise.all(Array.from({ length: 6 }, () => backtests.test(userId, ASK)));
    const refused = asked.flatMap((job) => (job.ok ? [] : [job.error]));
    expect(asked.filter(({ ok }) => ok)).toHaveLength(2);
    expect(refused).toEqual(Array.from({ length: 4 }, () => ({ code: 'backtest_limit', values: { maximum: 2 } })));
    await backtests.idle();
    await accepted(userId);
    await backtests.idle();
  });
});

describe('a parameter sweep', () => {
  const small = {
    ...SWEEP,
    ranges: [
      { path: 'rsi_period', from: 7, to: 14, step: 1 },
      { path: 'duration', from: 5, to: 10, step: 5 },
    ],
  };

  it('ranks its variants, and tests the best ones on data that was not used to choose them', async () => {
    const userId = await newPerson();
    const report = await sweepOf(userId, small);
    expect(report).toMatchObject({ variants: 16, candles: 30_000 });
    expect(report.best).toHaveLength(16);
    expect(report.best.map(({ profit }) => profit)).toEqual(
      report.best.map(({ profit }) => profit).toSorted((a, b) => b - a),
    );
    expect(report.walk_forward).toHaveLength(3);
    expect(report.judged.decided).toBe(report.walk_forward.reduce((sum, { judged_on }) => sum + judged_on.decided, 0));
    expect(report.best.map(({ values }) => values)).toContainEqual(report.strongest?.values);
    for (const { card } of report.best) expect(card.verdict).toBeNull();
    for (const { values, trades, profit } of report.best.slice(0, 4)) {
      const subject =
        RSI.kind === 'strategy' && RSI.rules.type === 'rsi'
          ? { ...RSI, rules: { ...RSI.rules, parameters: { ...RSI.rules.parameters, ...values } } }
          : RSI;
      expect(await reportOf(userId, { ...ASK, subject })).toMatchObject({ trades, profit });
    }
  });

  it('gives each variant the same result, however the variants are distributed over threads', async () => {
    const [wide] = SWEEP.ranges;
    if (wide === undefined) throw new Error('there is a range');
    const whole = await sweepOf(await newPerson(), SWEEP);
    expect(whole.variants).toBe(500);
    const part = await sweepOf(await newPerson(), {
      ...SWEEP,
      ranges: [wide, { path: 'oversold', from: 30, to: 30, step: 1 }],
    });
    const of30 = whole.best.filter(({ values }) => values['oversold'] === 30);
    for (const { values, trades, profit } of of30) {
      const same = part.best.find((variant) => variant.values['rsi_period'] === values['rsi_period']);
      expect(same).toMatchObject({ trades, profit });
    }
  });

  it.each([
    ['a path of no parameter', [{ path: 'nope', from: 1, to: 2, step: 1 }], '«nope»'],
    ['too many variants', [{ path: 'rsi_period', from: 2, to: 500, step: 0.0001 }], '500'],
    ['a range without a value', [{ path: 'rsi_period', from: 9, to: 2, step: 1 }], 'ningún valor'],
    ['only forbidden values', [{ path: 'rsi_period', from: 900, to: 901, step: 1 }], 'ninguna'],
  ])('is refused with %s', async (_what, ranges, why) => {
    const job = await backtests.sweep(await newPerson(), { ...SWEEP, ranges });
    if (job.ok) throw new Error('it was taken');
    expect(job.error.code).toBe('sweep_invalid');
    expect(job.error.values?.['why']).toContain(why);
  });
});

describe('a backtest that its user cancels or deletes', () => {
  it('ends before its work is done, and then another backtest can start', async () => {
    const userId = await newPerson();
    const id = await running(backtests, userId, LONG_SWEEP);
    const cancelled = await backtests.cancel(userId, id);
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    expect(cancelled?.progress).toBeLessThan(1);
    await backtests.idle();
    expect(await backtests.one(userId, id)).toMatchObject({
      status: 'cancelled',
      report: null,
      sweep: null,
      error: null,
    });
    // The user has seen no result of the cancelled backtest, so it does not count as a try.
    expect((await ended(userId, await accepted(userId))).judgement?.tries).toBe(1);
  });

  it('keeps its report if it is cancelled after its end', async () => {
    const userId = await newPerson();
    const job = await ended(userId, await accepted(userId));
    expect(await backtests.cancel(userId, job.id)).toEqual(job);
    expect(await backtests.cancel(await newPerson(), job.id)).toBeNull();
  });

  it('loses its report and its trades if it is deleted after its end', async () => {
    const userId = await newPerson();
    const { id } = await ended(userId, await accepted(userId));
    expect(await backtests.remove(userId, id)).toBe('forgotten');
    expect(await backtests.one(userId, id)).toBeNull();
    expect(await backtests.trades(userId, id)).toBeNull();
    const [row] = await db.sql`SELECT report FROM backtests WHERE id = ${id}`;
    expect(row).toEqual({ report: null });
    expect(await db.sql`SELECT 1 FROM backtest_trades WHERE backtest_id = ${id}`).toHaveLength(0);
    expect(await backtests.remove(userId, id)).toBeNull();
  });
});

describe('a user of backtests', () => {
  it('sees the last 20 of their own backtests, newest first', async () => {
    const [userId, stranger] = [await newPerson(), await newPerson()];
    const ids: string[] = [];
    for (let count = 0; count < 22; count += 1) {
      world.clock.advance(1_000);
      ids.push((await ended(userId, await accepted(userId))).id);
    }
    expect((await backtests.list(userId)).map(({ id }) => id)).toEqual(ids.slice(2).toReversed());
    expect(await backtests.one(userId, ids[0] ?? '')).toBeNull();
    expect(await db.sql`SELECT 1 FROM backtest_trades WHERE backtest_id = ${ids[0] ?? ''}`).toHaveLength(0);
    const last = ids.at(-1) ?? '';
    expect(await backtests.list(stranger)).toEqual([]);
    expect(await backtests.one(stranger, last)).toBeNull();
    expect(await backtests.trades(stranger, last)).toBeNull();
    expect(await backtests.remove(stranger, last)).toBeNull();
    expect(await backtests.one(userId, last)).toMatchObject({ status: 'done' });
  });

  it('can test a saved setup by its id, on the history of the asset of the setup', async () => {
    const [userId, stranger] = [await newPerson(), await newPerson()];
    const id = savedRulesId(userId);
    for (const [test, code] of [
      [backtests.testStrategy, 'strategy_not_found'],
      [backtests.testSetup, 'setup_not_found'],
    ] as const) {
      const job = await test(userId, id, { stake: 10, currency: 'USD' });
      if (!job.ok) throw new Error(job.error.code);
      const done = await ended(userId, job.value);
      expect(done).toMatchObject({ status: 'done', subject_id: id, asset: 'EURUSD', timeframe: '5m' });
      const other = await test(stranger, id, { stake: 10, currency: 'USD' });
      expect(other).toEqual({ ok: false, error: { code } });
    }
  });

  it('has no stored trades of backtests after the deletion of the account', async () => {
    const userId = await newPerson();
    const { id } = await ended(userId, await accepted(userId));
    await db.sql`DELETE FROM backtests WHERE user_id = ${userId}`;
    expect(await db.sql`SELECT 1 FROM backtest_trades WHERE backtest_id = ${id}`).toHaveLength(0);
  });
});

describe('a restart of the server', () => {
  it('marks waiting and running backtests as interrupted', async () => {
    const request = { asset: 'EURUSD', timeframe: '5m', subject: 'rsi', data: {}, payout: null, stakeMinor: 1_000 };
    const userId = await newPerson();
    for (const status of ['queued', 'running']) {
      await db.sql`
        INSERT INTO backtests (id, user_id, kind, request, variants, status, created_at)
        VALUES (gen_random_uuid(), ${userId}, 'single',
                ${db.sql.json(request)}, 1, ${status}, ${new Date(NOW_MS)})`;
    }
    const interrupted = {
      status: 'failed',
      error: { code: 'backtest_interrupted', message: expect.stringContaining('reinició') },
    };
    // The list must be the same before and after `start` updates the stored rows.
    expect(await backtests.list(userId)).toMatchObject([interrupted, interrupted]);
    await backtests.start();
    expect(await backtests.list(userId)).toMatchObject([interrupted, interrupted]);
    const rows = await db.sql`SELECT status, error_code FROM backtests WHERE user_id = ${userId}`;
    expect(rows).toMatchObject(
      Array.from({ length: 2 }, () => ({ status: 'failed', error_code: 'backtest_interrupted' })),
    );
  });

  it('stops a running sweep before its end, and marks it as interrupted', async () => {
    const other = await startBacktests();
    await other.store('EURUSD', CANDLES);
    const userId = await other.newPerson();
    const id = await running(other.backtests, userId, LONG_SWEEP);
    await other.backtests.stop();
    expect(await other.backtests.one(userId, id)).toMatchObject({
      status: 'failed',
      error: { code: 'backtest_interrupted' },
    });
    await other.close();
  });
});

describe('a backtest that runs in another process', () => {
  /** The backtests of a second process on the same database. It asks the process that runs a backtest. */
  const other = createBacktests(world.deps);
  beforeAll(async () => {
    await backtests.start();
    await other.start();
  });
  afterAll(() => other.stop());

  const hasLease = (id: string) => db.sql`
    INSERT INTO leases (name, owner, fence, expires_at)
    SELECT 'backtests.' || runner, 'x', 1, now() + interval '1 hour' FROM backtests WHERE id = ${id}`;

  it('shows its progress in this process, where it can also be cancelled', async () => {
    const userId = await newPerson();
    const id = await running(backtests, userId, LONG_SWEEP, other);
    expect(await other.list(userId)).toMatchObject([{ id, status: 'running', error: null }]);
    expect(await other.cancel(userId, id)).toMatchObject({ status: 'cancelled' });
    await backtests.idle();
    expect(await backtests.one(userId, id)).toMatchObject({ status: 'cancelled', sweep: null });
  });

  it('is not marked as interrupted when another process starts', async () => {
    const userId = await newPerson();
    const job = await backtests.sweep(userId, LONG_SWEEP);
    if (!job.ok) throw new Error(job.error.code);
    await hasLease(job.value.id);
    const third = createBacktests(world.deps);
    await third.start();
    expect((await third.one(userId, job.value.id))?.status).not.toBe('failed');
    await backtests.cancel(userId, job.value.id);
    await third.stop();
    await backtests.idle();
  });
});
