import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { AutomationReloader } from './reloader.ts';

type Stored = { readonly id: string; readonly version: number };

const ROW: Stored = { id: 'a', version: 1 };

/** Creates an engine in which the start of an automation waits until the test releases it. */
function world(first: Partial<Stored> = {}) {
  let stored: Stored | null = { ...ROW, ...first };
  const running = new Map<string, number>();
  const waiting: (() => void)[] = [];
  const errors: unknown[] = [];
  let fault: Error | null = null;
  const clock = new ManualClock(0);
  const reloader = new AutomationReloader<Stored>({
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

describe('AutomationReloader', () => {
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

  it('stops an automation that should not run', async () => {
    const { reloader, running, store } = world();
    running.set('a', 1);
    store(null);
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
