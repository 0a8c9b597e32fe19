import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../clock/system-clock.ts';
import { randomIds } from '../crypto/random-ids.ts';
import { createLogger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/nats-link.ts';
import { describeWithNats } from '../nats/testing-describe.ts';
import { openTestLink } from '../nats/testing-link.ts';
import { startTestNats, type TestNats } from '../nats/testing-nats.ts';
import { JetStreamWorkQueue } from './jetstream-work-queue.ts';
import { describeWork, type WorkQueueViews } from './testing-contract.ts';
import { workKind } from './work-queue.ts';

const NUMBERS = workKind<number>('test.numbers');
const SHARED_NUMBERS = workKind<number>('test.shared-numbers', { isShared: true });
const WITHIN = { timeout: 40_000 };

describeWithNats('the work queue between processes', () => {
  let nats: TestNats;
  const links: NatsLink[] = [];
  const ends: (() => void)[] = [];
  let spaces = 0;

  beforeAll(async () => {
    nats = await startTestNats();
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    await Promise.all(links.splice(0).map((link) => link.close()));
  });
  afterAll(() => nats.stop());

  const queueOf = async (space: string): Promise<JetStreamWorkQueue> => {
    const link = await openTestLink(nats.url);
    links.push(link);
    return new JetStreamWorkQueue({ link, space, clock: systemClock, ids: randomIds, log: createLogger('silent') });
  };
  const open = async (): Promise<WorkQueueViews> => {
    const space = `space-${spaces++}`;
    return { here: await queueOf(space), there: await queueOf(space) };
  };
  /** Adds a worker that finishes its messages, and returns the list in which it records them. */
  const notes = (queue: WorkQueueViews['here'], kind = NUMBERS): number[] => {
    const done: number[] = [];
    ends.push(
      queue.work(kind, 'key', async (n) => {
        done.push(n);
        return 'done';
      }),
    );
    return done;
  };

  describeWork(open);

  it('keeps messages while there is no worker, even over a restart of NATS', async () => {
    const { here, there } = await open();
    here.add(NUMBERS, 'key', 1);
    await expect.poll(() => (here as JetStreamWorkQueue).counts.waiting, WITHIN).toBe(0);
    await nats.kill();
    await nats.startAgain();
    const done = notes(there);
    await expect.poll(() => done, WITHIN).toEqual([1]);
  });

  it('delivers each message that is added while NATS is unavailable once', async () => {
    const { here, there } = await open();
    const done = notes(there);
    await nats.kill();
    for (let n = 0; n < 500; n++) here.add(NUMBERS, 'key', n);
    expect((here as JetStreamWorkQueue).counts).toEqual({ waiting: 500, dropped: 0 });
    await nats.startAgain();
    await expect.poll(() => new Set(done).size, WITHIN).toBe(500);
    expect((here as JetStreamWorkQueue).counts).toEqual({ waiting: 0, dropped: 0 });
  });

  it('works again after NATS has lost its stored data', async () => {
    const { here, there } = await open();
    const done = notes(there);
    here.add(NUMBERS, 'key', 1);
    await expect.poll(() => done, WITHIN).toEqual([1]);
    await nats.kill();
    await nats.startAgain({ emptied: true });
    here.add(NUMBERS, 'key', 2);
    await expect.poll(() => done, WITHIN).toEqual([1, 2]);
  });

  it('creates the stream again after it is deleted', async () => {
    const { here, there } = await open();
    const done = notes(there);
    here.add(NUMBERS, 'key', 1);
    await expect.poll(() => done, WITHIN).toEqual([1]);
    const manager = await jetstreamManager(links[0]?.connection as NatsConnection);
    await manager.streams.delete(`VIGIA_space-${spaces - 1}`);
    here.add(NUMBERS, 'key', 2);
    await expect.poll(() => done, WITHIN).toEqual([1, 2]);
  });

  it('does not retry a message that is too large', async () => {
    const { here, there } = await open();
    const done = notes(there);
    here.add(workKind<string>('test.numbers'), 'key', 'x'.repeat(2_000_000));
    here.add(NUMBERS, 'key', 1);
    await expect.poll(() => done, WITHIN).toEqual([1]);
    expect((here as JetStreamWorkQueue).counts.waiting).toBe(0);
  });

  it('delivers the messages of a suspended worker to another worker without a delay', async () => {
    const { here, there } = await open();
    const taken: number[] = [];
    ends.push(
      there.work(NUMBERS, 'key', (n) => {
        taken.push(n);
        return new Promise(() => undefined);
      }),
    );
    here.add(NUMBERS, 'key', 1);
    await expect.poll(() => taken, WITHIN).toEqual([1]);
    const done = notes(here);
    // The queue does not redeliver these messages by itself, because the old worker keeps extending them.
    await expect.poll(() => done, WITHIN).toEqual([1]);
  });

  it('divides messages of one kind and key among all workers, including a worker that joins late', async () => {
    const { here, there } = await open();
    const sent: number[] = [];
    const send = (): void => {
      sent.push(sent.length);
      here.add(SHARED_NUMBERS, 'key', sent.length - 1);
    };
    const one: number[] = [];
    const unfinished = new Set<() => void>();
    ends.push(
      here.work(SHARED_NUMBERS, 'key', async (n) => {
        one.push(n);
        if (one.length <= 20) await new Promise<void>((resolve) => unfinished.add(resolve));
        return 'done';
      }),
    );
    for (let n = 0; n < 20; n++) send();
    await expect.poll(() => unfinished.size, WITHIN).toBe(20);
    const two = notes(there, SHARED_NUMBERS);
    // The queue alternates between its workers after it has detected the second one.
    const sendAndCount = (): number => {
      send();
      return two.length;
    };
    await expect.poll(sendAndCount, WITHIN).toBeGreaterThan(0);
    for (const finish of unfinished) finish();
    await expect.poll(() => [...one, ...two].toSorted((a, b) => a - b), WITHIN).toEqual(sent);
  });

  it('does not deliver messages of another installation', async () => {
    const one = await queueOf('one');
    const other = await queueOf('other');
    const [ofOne, ofOther] = [notes(one), notes(other)];
    one.add(NUMBERS, 'key', 1);
    other.add(NUMBERS, 'key', 2);
    await expect.poll(() => [ofOne, ofOther], WITHIN).toEqual([[1], [2]]);
  });
});
