import { CountingIds } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../persistence/testing.ts';
import type { HeldLease } from './lease.ts';
import { createPostgresLeases } from './postgres-leases.ts';

const LONG_MS = 60_000;

let test: TestDatabase;
const ids = new CountingIds();
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
const candidate = (ttlMs = LONG_MS) => createPostgresLeases(test.db, ids, ttlMs);

async function takeOne(name: string, of = candidate()): Promise<HeldLease> {
  const [held] = await of.take([name], 1);
  if (!held) throw new Error(`${name} is not free`);
  return held;
}

describe('a lease', () => {
  it('has one owner, whose renewals keep its fence', async () => {
    const [a, b] = [candidate(), candidate()];
    const held = await takeOne('feed', a);
    expect(held).toEqual({ name: 'feed', fence: 1n });
    expect(await b.take(['feed'], 1)).toEqual([]);
    expect(await a.renew([held])).toEqual(new Set(['feed']));
    expect(await b.renew([held])).toEqual(new Set());
  });

  it('goes to exactly one of many who ask at once', async () => {
    const taken = await Promise.all(Array.from({ length: 8 }, () => candidate().take(['engine.0', 'engine.1'], 2)));
    expect(
      taken
        .flat()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['engine.0', 'engine.1']);
  });

  it('is taken with no more others than asked for', async () => {
    expect(await candidate().take(['s.0', 's.1', 's.2'], 2)).toHaveLength(2);
    expect(await candidate().take(['s.0', 's.1', 's.2'], 2)).toHaveLength(1);
  });

  it('gets a higher fence with each owner, and the old one can neither renew nor release it', async () => {
    const [a, b] = [candidate(), candidate()];
    const first = await takeOne('settler', a);
    await a.release([first]);
    const second = await takeOne('settler', b);
    expect(second.fence).toBe(2n);
    expect(await a.renew([first])).toEqual(new Set());
    await a.release([first]);
    expect(await b.renew([second])).toEqual(new Set(['settler']));
  });

  it('runs out by the database’s clock, and is not renewed after that', async () => {
    const [a, b] = [candidate(1), candidate()];
    const first = await takeOne('short', a);
    await test.db.sql`SELECT pg_sleep(0.02)`;
    expect(await a.renew([first])).toEqual(new Set());
    expect((await takeOne('short', b)).fence).toBe(2n);
  });

  it('that a write of its last owner still holds on to is passed over, and had once the write has ended', async () => {
    const [a, b] = [candidate(), candidate()];
    const first = await takeOne('busy', a);
    await test.db.transaction(async (tx) => {
      await tx`SELECT fenced('busy', 1)`;
      expect(await a.renew([first])).toEqual(new Set(['busy']));
      await a.release([first]);
      expect(await b.take(['busy', 'idle'], 2)).toEqual([{ name: 'idle', fence: 1n }]);
    });
    expect((await takeOne('busy', b)).fence).toBe(2n);
  });
});

describe('the seekers of a kind', () => {
  it('know how many they are and have a place each', async () => {
    const [a, b, c] = [candidate(), candidate(), candidate()];
    await Promise.all([a.join('pcr'), b.join('pcr'), c.join('pcr'), candidate().join('other')]);
    const standings = await Promise.all([a.join('pcr'), b.join('pcr'), c.join('pcr')]);
    expect(standings.map(({ members }) => members)).toEqual([3, 3, 3]);
    expect(standings.map(({ place }) => place).toSorted()).toEqual([0, 1, 2]);
    await b.leave('pcr');
    expect(await a.join('pcr')).toMatchObject({ members: 2 });
  });

  it('do not count who ended without a word', async () => {
    await candidate(1).join('trader');
    await test.db.sql`SELECT pg_sleep(0.02)`;
    expect(await candidate().join('trader')).toEqual({ members: 1, place: 0 });
  });
});
