import { HistoryQuery, type Option } from '@vigia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { historyPage } from './ended-trades.repository.ts';
import { readHistory } from './read-history.ts';
import { startHistory } from './testing.ts';

const world = await startHistory();
const { db, newPerson, ended, endedMany } = world;
afterAll(() => world.close());

async function page(userId: string, query: Readonly<Record<string, unknown>> = {}): Promise<Option[]> {
  const read = await readHistory({ db }, userId, HistoryQuery.parse(query));
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
const ids = (options: readonly Option[]): string[] => options.map(({ id }) => id);

describe('readHistory', () => {
  it('returns ended trades, newest first, fifty per page by default', async () => {
    const userId = await newPerson();
    await endedMany(userId, 60);
    const options = await page(userId);
    expect(options).toHaveLength(50);
    const times = options.map((option) => option.settlement?.settled_at ?? '');
    expect(times).toEqual(times.toSorted().toReversed());
    expect(await page(userId, { limit: 7 })).toEqual(options.slice(0, 7));
  });

  it('returns each trade exactly once over all pages, even if many trades ended at the same moment', async () => {
    const userId = await newPerson();
    await endedMany(userId, 100);
    const all = ids(await page(userId, { limit: 500 }));
    const paged: string[] = [];
    for (let before: string | undefined; ; ) {
      const next = ids(await page(userId, { limit: 7, before }));
      paged.push(...next);
      before = next.at(-1);
      if (next.length < 7) break;
    }
    expect(paged).toEqual(all);
    expect(new Set(paged).size).toBe(100);
  });

  it('returns the same trades on later pages even if new trades end meanwhile', async () => {
    const userId = await newPerson();
    await endedMany(userId, 20);
    const [first, all] = [ids(await page(userId, { limit: 10 })), ids(await page(userId))];
    await ended(userId, { settled: '2026-11-21T11:00:00.000Z' });
    expect(ids(await page(userId, { before: first.at(-1) }))).toEqual(all.slice(10));
  });

  it.each([
    ['symbol', 'BTCUSD', { symbol: 'BTCUSD' }],
    ['direction', 'PUT', { direction: 'PUT' }],
    ['result', 'lost', { status: 'lost' }],
    ['result', 'expired', { status: 'expired' }],
    ['result', 'cancelled', { status: 'cancelled' }],
    ['mode', 'iqoption_demo', { mode: 'iqoption_demo' }],
    ['origin', 'api', { origin: 'api' }],
  ] as const)('filters by %s (%s)', async (name, value, trade) => {
    const userId = await newPerson();
    await ended(userId);
    const wanted = await ended(userId, trade);
    expect(ids(await page(userId, { [name]: value }))).toEqual([wanted]);
  });

  it('includes a trade that ends exactly at the start of the period, and excludes one that ends exactly at its end', async () => {
    const userId = await newPerson();
    await ended(userId, { settled: '2026-11-19T23:59:59.999Z' });
    const inside = await ended(userId, { settled: '2026-11-20T00:00:00.000Z' });
    await ended(userId, { settled: '2026-11-21T00:00:00.000Z' });
    const period = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' };
    expect(ids(await page(userId, period))).toEqual([inside]);
    expect(ids(await page(userId, { from: '0000-01-01T00:00:00Z', to: '0001-01-01T00:00:00Z' }))).toEqual([]);
  });

  it('continues only after an ended trade of the same user, and refuses any other trade as the position', async () => {
    const [userId, stranger] = [await newPerson(), await newPerson()];
    const foreign = await ended(stranger);
    const active = await ended(userId);
    await db.sql`
      INSERT INTO trades SELECT (jsonb_populate_record(t, jsonb_build_object(
        'id', gen_random_uuid(), 'status', 'active', 'profit_minor', null, 'settled_at', null))).*
      FROM trades t WHERE id = ${active}`;
    const [open] = await db.sql<
      [{ id: string }]
    >`SELECT id FROM trades WHERE user_id = ${userId} AND status = 'active'`;
    for (const before of [foreign, open.id, randomIds.next()]) {
      const refused = await readHistory({ db }, userId, HistoryQuery.parse({ before }));
      expect(refused).toEqual({ ok: false, error: 'trade_not_found' });
    }
  });
});

const Plan = z.object({
  'Node Type': z.string(),
  'Actual Rows': z.number(),
  'Relation Name': z.string().optional(),
  get Plans() {
    return z.array(Plan).optional();
  },
});
type Plan = z.infer<typeof Plan>;
const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)];

describe('readHistory of a user with 100,000 trades', () => {
  let userId: string;
  beforeAll(async () => {
    userId = await newPerson();
    await endedMany(userId, 100_000);
    for (let other = 0; other < 5; other += 1) await endedMany(await newPerson(), 4_000);
    await withConnection(parseDatabaseUrl(world.database.ownerUrl), (sql) => sql`ANALYZE trades`);
  });

  it.each([
    ['the first page', {}],
    ['one result', { result: 'won' }],
    ['a period', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }],
    ['a page far back', { before: 'far' }],
  ])(
    'reads a page of this query from an index, in the order of the index: %s',
    async (_what, { before, ...filter }: Record<string, string>) => {
      const [far] = await db.sql<[{ at: Date; id: string }]>`
      SELECT settled_at AS at, id FROM trades WHERE user_id = ${userId} ORDER BY settled_at, id OFFSET 40000 LIMIT 1`;
      const query = historyPage(db.sql, userId, filter, before === undefined ? null : far, 50);
      const [row] = await db.sql<[Record<string, unknown>]>`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`;
      const [{ Plan: plan }] = z.tuple([z.object({ Plan })]).parse(row['QUERY PLAN']);
      const pages = steps(plan).filter(({ Plans: [only] = [] }) => only?.['Relation Name'] === 'trades');
      expect(pages.map((step) => step['Node Type'])).toEqual(['Limit']);
      expect(pages[0]?.Plans?.map((step) => step['Node Type'])).toEqual(['Index Scan']);
      expect(pages[0]?.['Actual Rows']).toBe(50);
      expect(plan['Actual Rows']).toBe(50);
    },
  );
});
