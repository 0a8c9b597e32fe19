import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { UnsentWork } from './unsent-work.ts';
import type { WorkMessage } from './work-stream.ts';

const WITHIN = { timeout: 15_000 };

const message = (n: number): WorkMessage => ({ address: { kind: 'kind', key: 'key' }, id: String(n), payload: '' });
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Creates a server that the test connects and disconnects, and records how many messages it received at once. */
function open() {
  const server = { isThere: true, kept: [] as string[], atOnce: 0, mostAtOnce: 0 };
  const clock = new ManualClock(0);
  const warned: unknown[] = [];
  const unsent = new UnsentWork({
    store: async ({ id }) => {
      server.atOnce += 1;
      server.mostAtOnce = Math.max(server.mostAtOnce, server.atOnce);
      await settled();
      server.atOnce -= 1;
      if (!server.isThere) throw new Error('away');
      server.kept.push(id);
    },
    clock,
    log: { warn: (fields: object) => void warned.push(Reflect.get(fields, 'err')) },
  });
  return { server, clock, unsent, warned };
}

describe('UnsentWork', () => {
  it('sends messages in order, with a maximum number of unconfirmed messages', async () => {
    const { server, unsent } = open();
    const all = Array.from({ length: 1_000 }, (_, n) => n);
    for (const n of all) unsent.add(message(n));
    await expect.poll(() => unsent.count, WITHIN).toBe(0);
    expect(server.kept).toEqual(all.map(String));
    expect(server.mostAtOnce).toBe(256);
  });

  it('keeps messages while the server is unavailable, and sends them afterwards', async () => {
    const { server, clock, unsent } = open();
    server.isThere = false;
    for (const n of [1, 2, 3]) unsent.add(message(n));
    await expect.poll(() => server.atOnce, WITHIN).toBe(0);
    expect(unsent.count).toBe(3);
    server.isThere = true;
    clock.advance(250);
    await expect.poll(() => server.kept.toSorted(), WITHIN).toEqual(['1', '2', '3']);
    expect(unsent.count).toBe(0);
  });

  it('logs the first error of each outage', async () => {
    const { server, clock, unsent, warned } = open();
    for (const outage of [1, 2]) {
      server.isThere = false;
      unsent.add(message(outage));
      unsent.add(message(10 + outage));
      await expect.poll(() => server.atOnce, WITHIN).toBe(0);
      expect(warned).toEqual(Array.from({ length: outage }, () => new Error('away')));
      server.isThere = true;
      clock.advance(250);
      await expect.poll(() => unsent.count, WITHIN).toBe(0);
    }
  });

  it('drops and counts the oldest messages above its size limit', async () => {
    const { server, clock, unsent } = open();
    server.isThere = false;
    for (let n = 0; n < 10_300; n++) unsent.add(message(n));
    await expect.poll(() => server.atOnce, WITHIN).toBe(0);
    expect([unsent.count, unsent.dropped]).toEqual([10_000, 300]);
    server.isThere = true;
    clock.advance(250);
    await expect.poll(() => unsent.count, WITHIN).toBe(0);
    expect(server.kept).toContain('10299');
  });
});
