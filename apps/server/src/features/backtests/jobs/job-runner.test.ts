import { ManualClock } from '@vigia/testkit';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import type { BacktestEnding } from '../backtests.repository.ts';
import { createControlMemory, JobControl } from '../threads/job-control.ts';
import type { JobPlan } from './job-plan.ts';
import { JobRunner, type JobRunnerDeps } from './job-runner.ts';

/** Creates a plan with only the fields that the runner reads. */
const planOf = (id: string): JobPlan => {
  const data = {
    source: 'csv',
    asset: 'CSV',
    key: '',
    stepSeconds: 60,
    ticks: null,
    span: { fromTime: 0, toTime: 60 },
  } as const;
  const request = {
    asset: '',
    timeframe: '',
    subject: '',
    rules: {},
    ranges: null,
    data: {},
    payout: null,
    stakeMinor: 1,
  };
  const file = { id, userId: '', isAnonymous: false, atMs: 0, stepSeconds: 60, digest: '', candles: empty };
  const strategy = {
    type: 'moving_average',
    parameters: { fast: 1, slow: 2, ma_type: 'sma', trade_amount: 1, duration: 1 },
  } as const;
  return {
    id,
    userId: id.charAt(0),
    subjectId: null,
    createdAtMs: 0,
    request,
    payout: null,
    stakeMinor: 1,
    currency: 'USD',
    data: { ...data, candles: { kind: 'file', file } },
    control: new JobControl(createControlMemory()),
    work: { kind: 'single', subject: { kind: 'strategy', timeframe: '1m', rules: strategy } },
  };
};
const none = new Float64Array(0);
const empty = { length: 0, time: none, open: none, high: none, low: none, close: none };

/** Creates a runner with a fake database that records only the results stored in it. */
function world() {
  const written: string[] = [];
  const started: string[] = [];
  const controls = new Map<string, JobControl>();
  const ends = new Map<string, (ending: BacktestEnding) => void>();
  const faults = new Map<string, (fault: Error) => void>();
  const sql = Object.assign(async (_text: TemplateStringsArray, ...values: unknown[]) => {
    if (values.length > 1)
      written.push(`${String(values.at(-1))} ${String(values[0])} ${String(values[2] ?? '')}`.trim());
    return { count: 0 };
  }, {});
  const db: unknown = { sql, transaction: (work: (tx: unknown) => unknown) => work(sql) };
  const isDatabase = (value: unknown): value is JobRunnerDeps['db'] => value === db;
  if (!isDatabase(db)) throw new Error('it is itself');
  const runner = new JobRunner({
    db,
    clock: new ManualClock(0),
    ids: { next: () => 'a new id' },
    log: pino({ level: 'silent' }),
    run: (plan) => {
      started.push(plan.id);
      controls.set(plan.id, plan.control);
      return new Promise((resolve, reject) => {
        ends.set(plan.id, resolve);
        faults.set(plan.id, reject);
      });
    },
  });
  const begin = (id: string): boolean => {
    const hasPlace = runner.reserve(id.charAt(0));
    if (hasPlace) runner.begin(planOf(id));
    return hasPlace;
  };
  const end = async (id: string): Promise<void> => {
    ends.get(id)?.({ status: 'cancelled' });
    await settled();
  };
  const breakDown = async (id: string): Promise<void> => {
    faults.get(id)?.(new Error('a bug'));
    await settled();
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { runner, begin, end, breakDown, settled, started, written, controls };
}

describe('JobRunner', () => {
  it('runs two backtests at once, and serves the waiting backtests of different users in turn', async () => {
    const { begin, end, settled, started } = world();
    for (const id of ['a1', 'a2', 'b1', 'b2', 'c1']) expect(begin(id)).toBe(true);
    await settled();
    expect(started).toEqual(['a1', 'a2']);
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(started.at(-1)).toBe('c1');
    await end('c1');
    expect(started.at(-1)).toBe('b2');
  });

  it('accepts two unfinished backtests per user, and a third when one of the two ends', async () => {
    const { begin, end, settled } = world();
    expect([begin('a1'), begin('a2'), begin('a3')]).toEqual([true, true, false]);
    await settled();
    await end('a1');
    expect([begin('a3'), begin('a4')]).toEqual([true, false]);
  });

  it('ends a waiting backtest at once if it is cancelled, and never runs it', async () => {
    const { runner, begin, end, settled, started, written } = world();
    for (const id of ['a1', 'a2', 'b1', 'c1']) begin(id);
    await settled();
    runner.cancel('b1');
    await settled();
    expect(written).toEqual(['b1 cancelled']);
    expect(runner.progress().has('b1')).toBe(false);
    await end('a1');
    expect(started).toEqual(['a1', 'a2', 'c1']);
  });

  it('sets the cancel flag only of the running backtest that is cancelled', async () => {
    const { runner, begin, settled, controls } = world();
    for (const id of ['a1', 'b1']) begin(id);
    await settled();
    runner.cancel('a1');
    expect(['a1', 'b1'].map((id) => controls.get(id)?.isCancelled)).toEqual([true, false]);
  });

  it('stores a backtest as failed if its run throws, and runs the next backtest', async () => {
    const { begin, breakDown, settled, started, written } = world();
    for (const id of ['a1', 'b1', 'c1']) begin(id);
    await settled();
    await breakDown('a1');
    expect(written).toEqual(['a1 failed backtest_failed']);
    expect(started).toEqual(['a1', 'b1', 'c1']);
  });

  it('stores backtests that are unfinished at a stop as interrupted', async () => {
    const { runner, begin, end, settled, written } = world();
    for (const id of ['a1', 'a2', 'b1']) begin(id);
    await settled();
    const stopped = runner.stop();
    await end('a1');
    await end('a2');
    await stopped;
    expect(written.toSorted()).toEqual(['a1', 'a2', 'b1'].map((id) => `${id} failed backtest_interrupted`));
  });
});
