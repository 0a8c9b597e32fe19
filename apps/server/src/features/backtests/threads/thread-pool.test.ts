import { Worker } from 'node:worker_threads';
import { durationMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { ThreadError, ThreadPool } from './thread-pool.ts';

/**
 * Script of a thread that answers a plan with its `maxVariants`. For negative numbers it exits, throws, reports a fault
 * or hangs.
 */
const SCRIPT = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ kind, sweep }) => {
    if (sweep.maxVariants === -1) process.exit(3);
    if (sweep.maxVariants === -2) throw new Error('broken');
    if (sweep.maxVariants === -3) return parentPort.postMessage({ fault: 'no answer' });
    if (sweep.maxVariants === -4) return;
    const value = { variants: sweep.maxVariants, lengths: [] };
    parentPort.postMessage({ answer: { kind, result: { ok: true, value } } });
  });`;

let opened = 0;
const pools: ThreadPool[] = [];
function newPool() {
  opened = 0;
  const clock = new ManualClock(0);
  const openThread = () => {
    opened += 1;
    return new Worker(SCRIPT, { eval: true });
  };
  const pool = new ThreadPool({ openThread, clock, log: pino({ level: 'silent' }) });
  pools.push(pool);
  return { pool, clock };
}
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.stop())));

const strategy = {
  type: 'moving_average',
  parameters: { fast: 1, slow: 2, ma_type: 'sma', trade_amount: 1, duration: 1 },
} as const;
const ask = async (pool: ThreadPool, number: number, owner = 'a') => {
  const sweep = {
    subject: { kind: 'strategy', timeframe: '1m', rules: strategy } as const,
    ranges: [],
    maxVariants: number,
  };
  const { result } = await pool.run(owner, 'plan_sweep', { kind: 'plan_sweep', sweep });
  return result.ok ? result.value.variants : null;
};

describe('the threads of the backtest thread pool', () => {
  it('are at most two, and start only when there is work', async () => {
    const { pool } = newPool();
    expect([pool.size, opened]).toEqual([0, 0]);
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map((number) => ask(pool, number)))).toEqual([1, 2, 3, 4, 5, 6]);
    expect([pool.size, opened]).toEqual([2, 2]);
  });

  it('end after half a minute without work, and start again for the next task', async () => {
    const { pool, clock } = newPool();
    await ask(pool, 1);
    clock.advance(durationMs(29_999));
    expect(pool.size).toBe(1);
    clock.advance(durationMs(1));
    expect(pool.size).toBe(0);
    expect(await ask(pool, 2)).toBe(2);
    expect(opened).toBe(2);
  });

  it.each([
    ['dies', -1],
    ['throws', -2],
    ['has no answer', -3],
  ])('make only one task fail if the thread of this task %s', async (_what, number) => {
    const { pool } = newPool();
    const asked = await Promise.allSettled([ask(pool, number), ask(pool, 1), ask(pool, 2), ask(pool, 3)]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(await ask(pool, 4)).toBe(4);
  });

  it('end at a stop, even while they work; waiting tasks are rejected', async () => {
    const { pool } = newPool();
    const asked = Promise.allSettled([ask(pool, -4), ask(pool, -4), ask(pool, 1)]);
    await pool.stop();
    for (const one of await asked) expect(one.status === 'rejected' && one.reason).toBeInstanceOf(ThreadError);
    await expect(ask(pool, 1)).rejects.toBeInstanceOf(ThreadError);
    expect(pool.size).toBe(0);
  });
});
