import { CountingIds } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../persistence/testing.ts';
import { type Lease, LeaseStore } from './lease-store.ts';

const LONG_MS = 60_000;

let test: TestDatabase;
const ids = new CountingIds();
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());
const storeOf = (ttlMs = LONG_MS) => new LeaseStore(test.db, ids, ttlMs);

async function acquireOne(name: string, from = storeOf()): Promise<Lease> {
  const [held] = await from.acquire([name], 1);
  if (!held) throw new Error(`${name} is not free`);
  return held;
}

describe('LeaseStore', () => {
  it('gives a lease to one holder, and keeps its fencing token on renewal', async () => {
    const [a, b] = [storeOf(), storeOf()];
    const held = await acquireOne('feed', a);
    expect(held).toEqual({ name: 'feed', fence: 1n });
    expect(await b.acquire(['feed'], 1)).toEqual([]);
    expect(await a.renew([held])).toEqual(new Set(['feed']));
    expect(await b.renew([held])).toEqual(new Set());
  });

  it('gives each lease to exactly one of many processes that try at the same moment', async () => {
    const taken = await Promise.all(Array.from({ length: 8 }, () => storeOf().acquire(['engine.0', 'engine.1'], 2)));
    expect(
      taken
        .flat()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['engine.0', 'engine.1']);
  });

  it('acquires at most the requested number of leases', async () => {
    expect(await storeOf().acquire(['s.0', 's.1', 's.2'], 2)).toHaveLength(2);
    expect(await storeOf().acquire(['s.0', 's.1', 's.2'], 2)).toHaveLength(1);
  });

  it('increases the fencing token for each new holder, and refuses renewal and release by the old holder', async () => {
    const [a, b] = [storeOf(), storeOf()];
    const first = await acquireOne('settler', a);
    await a.release([first]);
    const second = await acquireOne('settler', b);
    expect(second.fence).toBe(2n);
    expect(await a.renew([first])).toEqual(new Set());
    await a.release([first]);
    expect(await b.renew([second])).toEqual(new Set(['settler']));
  });

  it('frees a lease whose expiry is implausibly far ahead, as after the database clock was set back', async () => {
    const [gone, living, next] = [storeOf(), storeOf(), storeOf()];
    const [orphan, kept] = [await acquireOne('orphan', gone), await acquireOne('kept', living)];
    await living.join('clock');
    await gone.join('clock');
    await test.db.sql`UPDATE leases SET expires_at = expires_at + interval '1 hour' WHERE name IN ('orphan', 'kept')`;
    await test.db.sql`UPDATE members SET expires_at = expires_at + interval '1 hour' WHERE kind = 'clock'`;
    expect(await living.renew([kept])).toEqual(new Set(['kept']));
    expect(await next.acquire(['orphan', 'kept'], 2)).toEqual([{ name: 'orphan', fence: orphan.fence + 1n }]);
    expect((await next.join('clock')).members).toBe(1);
  });

  it('ends a lease by the clock of the database, and does not renew it afterwards', async () => {
    const [a, b] = [storeOf(1), storeOf()];
    const first = await acquireOne('short', a);
    await test.db.sql`SELECT pg_sleep(0.02)`;
    expect(await a.renew([first])).toEqual(new Set());
    expect((await acquireOne('short', b)).fence).toBe(2n);
  });

  it('skips a lease while its last holder is still writing, and acquires it afterwards', async () => {
    const [a, b] = [storeOf(), storeOf()];
    const first = await acquireOne('busy', a);
    await test.db.transaction(async (tx) => {
      await tx`SELECT fenced('busy', 1)`;
      expect(await a.renew([first])).toEqual(new Set(['busy']));
      await a.release([first]);
      expect(await b.acquire(['busy', 'idle'], 2)).toEqual([{ name: 'idle', fence: 1n }]);
    });
    expect((await acquireOne('busy', b)).fence).toBe(2n);
  });
});

describe('LeaseStore.join', () => {
  it('returns the number of member processes and a different index for each member', async () => {
    const [a, b, c] = [storeOf(), storeOf(), storeOf()];
    await Promise.all([a.join('pcr'), b.join('pcr'), c.join('pcr'), storeOf().join('other')]);
    const standings = await Promise.all([a.join('pcr'), b.join('pcr'), c.join('pcr')]);
    expect(standings.map(({ members }) => members)).toEqual([3, 3, 3]);
    expect(standings.map(({ index }) => index).toSorted()).toEqual([0, 1, 2]);
    await b.leave('pcr');
    expect(await a.join('pcr')).toMatchObject({ members: 2 });
  });

  it('does not count a member that ended without leaving', async () => {
    await storeOf(1).join('trader');
    await test.db.sql`SELECT pg_sleep(0.02)`;
    expect(await storeOf().join('trader')).toEqual({ members: 1, index: 0 });
  });
});
