import { TradeEventView } from '@vigia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { readEvents } from './read-events.ts';
import { startHistory } from './testing.ts';

const world = await startHistory();
const { db, newPerson, ended } = world;
beforeAll(async () => void (await db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`));
afterAll(() => world.close());

const log = (tradeId: string, seq: number, at: string, kind: string, payload: object) => db.sql`
  INSERT INTO trade_events (trade_id, seq, at, kind, payload)
  VALUES (${tradeId}, ${seq}, ${new Date(at)}, ${kind}, ${db.sql.json({ ...payload })})`;

describe('readEvents', () => {
  it('returns the events of a trade to its owner, in order, even if they span several days', async () => {
    const userId = await newPerson();
    const id = await ended(userId, { entered: '2026-11-19T23:58:00.000Z', settled: '2026-11-20T00:03:00.000Z' });
    const other = await ended(userId);
    await log(other, 1, '2026-11-20T00:03:00.000Z', 'expire', {});
    await log(id, 3, '2026-11-21T09:00:00.000Z', 'correct', { profitMinor: -1_000 });
    await log(id, 1, '2026-11-19T23:58:00.000Z', 'intent', { terms: { stakeMinor: 1_000 } });
    await log(id, 2, '2026-11-20T00:03:00.000Z', 'expire', {});
    const events = z.array(TradeEventView).parse(await readEvents({ db }, userId, id));
    expect(events).toEqual([
      { seq: 1, at: '2026-11-19T23:58:00.000Z', kind: 'intent', currency: 'USD', detail: { stake: 10 } },
      { seq: 2, at: '2026-11-20T00:03:00.000Z', kind: 'expire', currency: 'USD', detail: {} },
      { seq: 3, at: '2026-11-21T09:00:00.000Z', kind: 'correct', currency: 'USD', detail: { profit: -10 } },
    ]);
  });

  it('returns null to other users, exactly as for a trade that does not exist', async () => {
    const [userId, stranger] = [await newPerson(), await newPerson()];
    const id = await ended(userId);
    expect(await readEvents({ db }, stranger, id)).toBeNull();
    expect(await readEvents({ db }, userId, randomIds.next())).toBeNull();
    expect(await readEvents({ db }, userId, id)).toEqual([]);
  });
});
