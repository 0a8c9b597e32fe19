import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { SetupRow } from './pcr.repository.ts';
import { RunningSync } from './running-sync.ts';

type Stored = SetupRow & { readonly archived_at: Date | null };

const DATE = new Date(0);
const ROW: Stored = {
  ...{
    id: 'a',
    user_id: 'u',
    name: 'A',
    asset: 'EURUSD',
    timeframe: '5m',
    price_source: null,
    is_active: true,
    auto_trade: false,
  },
  ...{ version: 1, definition: {}, anchor_time: 0, live_since: DATE, created_at: DATE, updated_at: DATE },
  archived_at: null,
};

/** An engine whose every opening takes until the test lets it go on. */
function world(first: Partial<Stored> = {}) {
  let stored: Stored | null = { ...ROW, ...first };
  const running = new Map<string, number>();
  const waiting: (() => void)[] = [];
  const errors: unknown[] = [];
  let fault: Error | null = null;
  const clock = new ManualClock(0);
  const sync = new RunningSync({
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
    ...{ sync, clock, running, waiting, errors },
    store: (change: Partial<Stored> | null) => {
      stored = change && { ...ROW, ...change };
    },
    fail: (error: Error | null) => {
      fault = error;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the engine', () => {
  it('ends up with what was committed last, whichever opening is the slow one', async () => {
    const { sync, running, waiting, store } = world({ version: 2 });
    const first = sync.follow('a');
    await settled();
    store({ version: 3 });
    const second = sync.follow('a');
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
    ['has gone with its account', null],
  ])('lets go of a setup that %s', async (_what, change) => {
    const { sync, running, store } = world();
    running.set('a', 1);
    store(change);
    await sync.follow('a');
    expect(running.size).toBe(0);
  });

  it('that cannot follow says so in the log, and tries again until it can', async () => {
    const { sync, clock, running, waiting, errors, fail } = world();
    fail(new Error('no history'));
    const first = sync.follow('a');
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

  it('that could not follow tries once, whatever was changed meanwhile, and no more once it is stopped', async () => {
    const { sync, clock, waiting, fail } = world();
    fail(new Error('no history'));
    const first = sync.follow('a');
    await settled();
    waiting.shift()?.();
    await first;
    const second = sync.follow('a');
    await settled();
    waiting.shift()?.();
    await second;
    clock.advance(5_000);
    await settled();
    expect(waiting.length).toBe(1);
    sync.stop();
    waiting.shift()?.();
    await settled();
    clock.advance(5_000);
    await settled();
    expect(waiting.length).toBe(0);
  });
});
