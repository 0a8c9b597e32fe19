import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { SetupRow } from '../pcr.repository.ts';
import { SetupReloader } from './setup-reloader.ts';

type Stored = SetupRow & { readonly archived_at: Date | null };

const DATE = new Date(0);
const ROW: Stored = {
  id: 'a',
  user_id: 'u',
  name: 'A',
  asset: 'EURUSD',
  timeframe: '5m',
  price_source: null,
  is_active: true,
  auto_trade: false,
  account_broker: null,
  version: 1,
  definition: {},
  anchor_time: 0,
  live_since: DATE,
  created_at: DATE,
  updated_at: DATE,
  archived_at: null,
};

/** Creates an engine in which the start of a setup waits until the test releases it. */
function world(first: Partial<Stored> = {}) {
  let stored: Stored | null = { ...ROW, ...first };
  const running = new Map<string, number>();
  const waiting: (() => void)[] = [];
  const errors: unknown[] = [];
  let fault: Error | null = null;
  const clock = new ManualClock(0);
  const reloader = new SetupReloader({
    clock,
    find: async () => stored,
    log: { warn: (said: unknown) => void errors.push(said) },
    engine: {
      async open(row) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        if (fault) throw fault;
        running.set(row.id, row.version);
      },
      close: (id) => void running.delete(id),
    },
  });
  return {
    reloader,
    clock,
    running,
    waiting,
    errors,
    store: (change: Partial<Stored> | null) => {
      stored = change && { ...ROW, ...change };
    },
    fail: (error: Error | null) => {
      fault = error;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('SetupReloader', () => {
  it('runs the last committed version, even if an earlier reload finishes later', async () => {
    const { reloader, running, waiting, store } = world({ version: 2 });
    const first = reloader.reload('a');
    await settled();
    store({ version: 3 });
    const second = reloader.reload('a');
    await settled();
    expect(waiting.length).toBe(1);
    waiting.shift()?.();
    await first;
    await settled();
    waiting.shift()?.();
    await second;
    expect(running.get('a')).toBe(3);
  });

  it.each<readonly [string, Partial<Stored> | null]>([
    ['is switched off', { is_active: false }],
    ['is archived', { archived_at: DATE }],
    ['was deleted with its account', null],
  ])('stops a setup that %s', async (_what, change) => {
    const { reloader, running, store } = world();
    running.set('a', 1);
    store(change);
    await reloader.reload('a');
    expect(running.size).toBe(0);
  });

  it('logs a failed reload, and retries it until it succeeds', async () => {
    const { reloader, clock, running, waiting, errors, fail } = world();
    fail(new Error('no history'));
    const first = reloader.reload('a');
    await settled();
    waiting.shift()?.();
    await first;
    expect(errors.length).toBe(1);
    fail(null);
    clock.advance(5_000);
    await settled();
    waiting.shift()?.();
    await settled();
    expect(running.get('a')).toBe(1);
  });

  it('schedules one retry for several failures, and no retry after it is stopped', async () => {
    const { reloader, clock, waiting, fail } = world();
    fail(new Error('no history'));
    const first = reloader.reload('a');
    await settled();
    waiting.shift()?.();
    await first;
    const second = reloader.reload('a');
    await settled();
    waiting.shift()?.();
    await second;
    clock.advance(5_000);
    await settled();
    expect(waiting.length).toBe(1);
    reloader.stop();
    waiting.shift()?.();
    await settled();
    clock.advance(5_000);
    await settled();
    expect(waiting.length).toBe(0);
  });
});
