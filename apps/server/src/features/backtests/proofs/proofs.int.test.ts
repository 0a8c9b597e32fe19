import { type BacktestRequest, ProofReport, readStrategyRules, SweepRequest } from '@vigia/contract';
import { judgeWorlds, methodOfRules, runWorlds } from '@vigia/core/backtest';
import { columnsOf } from '@vigia/core/candles';
import { minorUnits, ratio } from '@vigia/core/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { FIRST_TIME, RSI, randomWalk, startBacktests } from '../testing.ts';

const world = await startBacktests();
const { backtests, newPerson, store, ended, db, clock } = world;
const CANDLES = randomWalk(6_000);
await store('EURUSD', CANDLES);
afterAll(() => world.close());

const REQUEST: BacktestRequest = {
  subject: RSI,
  data: { source: 'history', asset: 'EURUSD' },
  payout: 0.85,
  stake: 10,
  currency: 'USD',
};
const SETUP = { kind: 'pcr', setup: { patterns: { requiredCriteria: 3 }, expiry: 5 } } as const;
const SWEEP = SweepRequest.parse({
  ...REQUEST,
  data: { source: 'history', asset: 'EURUSD', to: '2026-10-03T00:00:00.000Z' },
  ranges: [{ path: 'rsi_period', from: 5, to: 7, step: 1 }],
  folds: 3,
});

async function testedBy(userId: string, given: Partial<BacktestRequest> = {}) {
  clock.advance(1_000);
  const job = await backtests.test(userId, { ...REQUEST, ...given });
  if (!job.ok) throw new Error(job.error.code);
  return ended(userId, job.value);
}

async function provedBy(userId: string, id: string) {
  const job = await backtests.prove(userId, id);
  if (!job.ok) throw new Error(job.error.code);
  return ended(userId, job.value);
}

const refusalOf = async (userId: string, id: string) => {
  const job = await backtests.prove(userId, id);
  return job.ok ? null : job.error.code;
};

describe('a proof of a backtest', () => {
  it('has the result that the core package computes from the same candles, and the real result of the report', async () => {
    const userId = await newPerson();
    const test = await testedBy(userId);
    const proof = await provedBy(userId, test.id);
    expect(proof).toMatchObject({ kind: 'proof', status: 'done', progress: 1, asset: 'EURUSD', report: null });
    const report = ProofReport.parse(proof.proof);
    expect(report.real.profit).toBe(test.report?.profit);
    expect(report.real.verdict).toBe(test.report?.card.verdict);
    const rules = readStrategyRules(RSI.rules);
    if (!rules.ok) throw new Error('the rules are valid');
    const subject = { kind: 'strategy', rules: rules.value, timeframe: '5m' } as const;
    const method = methodOfRules(subject, { payout: ratio(0.85), stakeMinor: minorUnits(1_000) });
    const results = runWorlds(columnsOf(CANDLES), 300, method, { seed: 1, from: 0, to: 501 });
    if (!results.ok) throw new Error('the worlds are run');
    const figures = judgeWorlds(results.value);
    expect(report).toMatchObject({
      worlds: 500,
      above: figures.above,
      short_samples: figures.shortSamples,
      above_interval: figures.aboveInterval,
      at_least_as_good: figures.atLeastAsGood,
      p_value: figures.pValue,
      profits: figures.profitsMinor.map((minor) => minor / 100),
    });
  });

  it('is linked from its backtest, and is absent from the list of backtests', async () => {
    const userId = await newPerson();
    const test = await testedBy(userId);
    expect(test.proof_id).toBeNull();
    const proof = await provedBy(userId, test.id);
    expect((await backtests.one(userId, test.id))?.proof_id).toBe(proof.id);
    expect((await backtests.list(userId)).map(({ id }) => id)).toEqual([test.id]);
  });

  it('does not count as a test on the data', async () => {
    const userId = await newPerson();
    const test = await testedBy(userId);
    await provedBy(userId, test.id);
    const other = { ...RSI, rules: { ...RSI.rules, parameters: { ...RSI.rules.parameters, rsi_period: 9 } } };
    expect([test.judgement?.tries, (await testedBy(userId, { subject: other })).judgement?.tries]).toEqual([1, 2]);
  });

  it('is returned for a repeated request instead of a second proof, unless it was cancelled', async () => {
    const userId = await newPerson();
    const test = await testedBy(userId);
    const started = await backtests.prove(userId, test.id);
    if (!started.ok) throw new Error(started.error.code);
    const running = await backtests.prove(userId, test.id);
    expect(running.ok && running.value.id).toBe(started.value.id);
    expect((await backtests.cancel(userId, started.value.id))?.status).toBe('cancelled');
    await backtests.idle();
    clock.advance(1_000);
    const again = await provedBy(userId, test.id);
    expect(again.id).not.toBe(started.value.id);
    expect((await provedBy(userId, test.id)).id).toBe(again.id);
    expect(again.status).toBe('done');
  });

  it('runs on the candles of its backtest, although newer candles exist', async () => {
    const userId = await newPerson();
    const to = '2026-10-04T00:00:00.000Z';
    const seen = await testedBy(userId, { data: { source: 'history', asset: 'EURUSD', to } });
    await db.sql`UPDATE backtests SET request = jsonb_set(request, '{data}', '{"source":"history","asset":"EURUSD"}')
                 WHERE id = ${seen.id}`;
    const { proof } = await provedBy(userId, seen.id);
    expect(proof?.real.profit).toBe(seen.report?.profit);
    expect(proof?.real.profit).not.toBe((await testedBy(userId)).report?.profit);
  });

  it('runs a setup with the payouts of each hour', async () => {
    const userId = await newPerson();
    const { payout: _payout, ...rest } = REQUEST;
    const job = await backtests.test(userId, { ...rest, subject: SETUP });
    if (!job.ok) throw new Error(job.error.code);
    const test = await ended(userId, job.value);
    expect(test.report?.trades).toBeGreaterThan(0);
    const { proof } = await provedBy(userId, test.id);
    expect(proof?.real.profit).toBe(test.report?.profit);
    expect(new Set(proof?.profits).size).toBeGreaterThan(100);
  });

  it('runs the whole sweep in each null world, with the same walk-forward parts', async () => {
    const userId = await newPerson();
    const job = await backtests.sweep(userId, SWEEP);
    if (!job.ok) throw new Error(job.error.code);
    const test = await ended(userId, job.value);
    const { id, proof } = await provedBy(userId, test.id);
    expect(await refusalOf(userId, id)).toBe('proof_not_possible');
    // The report of a sweep has the verdict among all tries. The proof has the verdict of the walk-forward.
    expect(proof?.real).toEqual({ verdict: 'short_sample', profit: test.sweep?.judged_profit });
    expect(proof?.worlds).toBe(500);
    expect(new Set(proof?.profits).size).toBeGreaterThan(100);
  });

  it('is deleted with its backtest', async () => {
    const userId = await newPerson();
    const test = await testedBy(userId);
    const proof = await provedBy(userId, test.id);
    expect(await backtests.remove(userId, test.id)).toBe('forgotten');
    expect(await backtests.one(userId, proof.id)).toBeNull();
    const [row] = await db.sql`SELECT report FROM backtests WHERE id = ${proof.id}`;
    expect(row?.['report']).toBeNull();
  });

  it('is stopped if its backtest is deleted while it runs', async () => {
    const userId = await newPerson();
    const test = await testedBy(userId);
    const proof = await backtests.prove(userId, test.id);
    if (!proof.ok) throw new Error(proof.error.code);
    await backtests.remove(userId, test.id);
    await backtests.idle();
    const [row] = await db.sql`SELECT status, report FROM backtests WHERE id = ${proof.value.id}`;
    expect(row).toMatchObject({ status: 'cancelled', report: null });
  });

  it('does not displace a backtest from the list of the last backtests', async () => {
    const userId = await newPerson();
    const first = await testedBy(userId);
    await provedBy(userId, first.id);
    for (let count = 1; count < 20; count += 1) await testedBy(userId);
    expect(await backtests.list(userId)).toHaveLength(20);
    expect((await backtests.one(userId, first.id))?.report).not.toBeNull();
    await testedBy(userId);
    expect(await backtests.one(userId, first.id)).toBeNull();
  });

  it('is refused to another user, and for a proof, a grid or a backtest without a report', async () => {
    const userId = await newPerson();
    const test = await testedBy(userId);
    expect(await refusalOf(await newPerson(), test.id)).toBe('backtest_not_found');
    const proof = await provedBy(userId, test.id);
    expect(await refusalOf(userId, proof.id)).toBe('proof_not_possible');
    await db.sql`UPDATE backtests SET status = 'failed', report = NULL WHERE id = ${test.id}`;
    await backtests.cancel(userId, proof.id);
    await db.sql`UPDATE backtests SET status = 'cancelled' WHERE id = ${proof.id}`;
    expect(await refusalOf(userId, test.id)).toBe('proof_not_possible');
    const grid = await backtests.grid(userId, {
      ...REQUEST,
      data: [{ source: 'history', asset: 'EURUSD' }],
      timeframes: ['5m'],
      lengths: [{ duration: 5 }],
    });
    if (!grid.ok) throw new Error(grid.error.code);
    await ended(userId, grid.value);
    expect(await refusalOf(userId, grid.value.id)).toBe('proof_not_possible');
  });

  it('is refused for trades that only ticks decide, and for data of another source', async () => {
    const userId = await newPerson();
    const test = await testedBy(userId);
    await db.sql`UPDATE backtests SET report = jsonb_set(report, '{source}', '"deriv"') WHERE id = ${test.id}`;
    expect(await refusalOf(userId, test.id)).toBe('backtest_no_data');
    const { duration: _duration, ...parameters } = RSI.rules.parameters;
    const inSeconds = JSON.stringify({ ...parameters, duration_seconds: 30 });
    const other = await testedBy(userId);
    await db.sql`UPDATE backtests SET request = jsonb_set(request, '{rules,parameters}', ${inSeconds}::text::jsonb)
                 WHERE id = ${other.id}`;
    expect(await refusalOf(userId, other.id)).toBe('backtest_length_needs_ticks');
  });

  it('runs fewer null worlds for a large sweep over years, and is refused if even 99 would take too long', async () => {
    const userId = await newPerson();
    const FOUR_YEARS_S = 4 * 365 * 86_400;
    await store('USDJPY', [...randomWalk(300), ...randomWalk(300, 1, FIRST_TIME - FOUR_YEARS_S)], 'replay');
    const swept = async (last: number) => {
      const ranges = [
        { path: 'rsi_period', from: 5, to: last, step: 1 },
        { path: 'oversold', from: 30, to: 39, step: 1 },
      ];
      const job = await backtests.sweep(userId, { ...SWEEP, data: { source: 'imported', asset: 'USDJPY' }, ranges });
      if (!job.ok) throw new Error(job.error.code);
      return ended(userId, job.value);
    };
    const fits = await swept(8);
    const large = await swept(54);
    expect(await refusalOf(userId, large.id)).toBe('proof_too_large');
    const { proof } = await provedBy(userId, fits.id);
    expect(proof?.worlds).toBe(237);
  });
});
