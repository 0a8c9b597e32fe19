import { CountingIds } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../persistence/testing.ts';
import { createPostgresLease } from './postgres-lease.ts';

describe('a lease', () => {
  let test: TestDatabase;
  const ids = new CountingIds();
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  const candidate = () => createPostgresLease(test.db, ids);

  it('has one owner, who may renew it under the same fence', async () => {
    const [a, b] = [candidate(), candidate()];
    const held = await a.acquire('feed', 60_000);
    expect(held).toEqual({ name: 'feed', fence: 1n });
    expect(await b.acquire('feed', 60_000)).toBeNull();
    expect(await a.acquire('feed', 60_000)).toEqual(held);
    expect(held && (await a.holds(held))).toBe(true);
  });

  it('goes to exactly one of many who ask at once', async () => {
    const held = await Promise.all(Array.from({ length: 8 }, () => candidate().acquire('engine', 60_000)));
    expect(held.filter((lease) => lease !== null)).toHaveLength(1);
  });

  it('gets a higher fence with each owner, and the old one no longer holds it', async () => {
    const [a, b] = [candidate(), candidate()];
    const first = await a.acquire('settler', 60_000);
    if (!first) throw new Error('not acquired');
    await a.release(first);
    expect(await a.holds(first)).toBe(false);
    const second = await b.acquire('settler', 60_000);
    expect(second?.fence).toBe(2n);
    await a.release(first);
    expect(second && (await b.holds(second))).toBe(true);
  });

  it('runs out by the database’s clock', async () => {
    const [a, b] = [candidate(), candidate()];
    const first = await a.acquire('short', 1);
    await test.db.sql`SELECT pg_sleep(0.02)`;
    expect(first && (await a.holds(first))).toBe(false);
    expect((await b.acquire('short', 60_000))?.fence).toBe(2n);
    expect(await a.acquire('short', 60_000)).toBeNull();
  });
});
