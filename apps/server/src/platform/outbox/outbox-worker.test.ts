import { durationMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { createLogger } from '#platform/logging/logger.ts';
import { OutboxWorker } from './outbox-worker.ts';

/** Runs scripted batches one at a time. No row is due after the last batch. */
class ScriptedWorker extends OutboxWorker {
  batches = 0;
  cleanUps = 0;
  script: (() => Promise<boolean>)[] = [];

  protected override sendBatch(): Promise<boolean> {
    this.batches += 1;
    return this.script.shift()?.() ?? Promise.resolve(false);
  }

  rest(delayMs: number): void {
    this.restFor(delayMs);
  }

  protected override async cleanUp(): Promise<void> {
    this.cleanUps += 1;
    if (this.cleanUps === 1) throw new Error('the database is away');
  }
}

function started() {
  const clock = new ManualClock(0);
  const worker = new ScriptedWorker({ clock, log: createLogger('silent') });
  return { clock, worker };
}

describe('OutboxWorker', () => {
  it('sends batches until no message is due', async () => {
    const { worker } = started();
    worker.script = [async () => true, async () => true];
    worker.start();
    await worker.idle();
    expect(worker.batches).toBe(3);
    await worker.stop();
  });

  it('runs one more pass when it is woken during a pass', async () => {
    const { worker } = started();
    worker.script = [
      async () => {
        worker.wake();
        worker.wake();
        return false;
      },
    ];
    worker.start();
    await worker.idle();
    expect(worker.batches).toBe(2);
    await worker.stop();
  });

  it('retries at the next poll after a batch failed', async () => {
    const { clock, worker } = started();
    worker.script = [() => Promise.reject(new Error('the database is away'))];
    worker.start();
    await worker.idle();
    expect(worker.batches).toBe(1);
    clock.advance(durationMs(5_000));
    await worker.idle();
    expect(worker.batches).toBe(2);
    await worker.stop();
  });

  it('starts no batch while it rests, even if it is woken, and starts a batch afterwards', async () => {
    const { clock, worker } = started();
    worker.script = [
      async () => {
        worker.rest(50);
        return false;
      },
    ];
    worker.start();
    await worker.idle();
    worker.wake();
    await worker.idle();
    expect(worker.batches).toBe(1);
    clock.advance(durationMs(50));
    await worker.idle();
    expect(worker.batches).toBe(2);
    await worker.stop();
  });

  it('deletes old rows at the start and every hour, even after a deletion failed', async () => {
    const { clock, worker } = started();
    worker.start();
    await worker.idle();
    clock.advance(durationMs(3_600_000));
    await worker.idle();
    expect(worker.cleanUps).toBe(2);
    await worker.stop();
  });

  it('claims no further batch once it is stopped, even if it is woken later', async () => {
    const { clock, worker } = started();
    const stopped = new Promise<void>((resolve) => {
      worker.script = [
        async () => {
          resolve(worker.stop());
          return true;
        },
      ];
    });
    worker.start();
    await stopped;
    worker.wake();
    worker.wakeAfter(50);
    clock.advance(durationMs(10_000));
    await worker.idle();
    expect(worker.batches).toBe(1);
  });
});
