import { TradeCounts, TradeFilter } from '@vigia/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { countsOf, countTrades } from './count-trades.ts';
import { type EndedTrade, NOW_MS, startHistory } from './testing.ts';

// The clock of this database stands at 2026-11-21T12:00Z.
const world = await startHistory();
const { db, clock, newPerson, ended, endedMany } = world;
afterAll(() => world.close());

const count = async (userId: string, filter: Readonly<Record<string, string>> = {}) =>
  TradeCounts.parse(await countTrades({ db, clock }, userId, TradeFilter.parse(filter)));

async function personWith(zone: string, trades: readonly EndedTrade[]): Promise<string> {
  const userId = await newPerson(zone);
  for (const trade of trades) await ended(userId, trade);
  return userId;
}

describe('countTrades', () => {
  it('counts the whole history of the user without the trades of other users', async () => {
    const [userId, other] = [await newPerson(), await newPerson()];
    // Results alternate: won, lost, tied. All end on 2026-11-20 or before.
    await endedMany(userId, 9_000);
    await endedMany(other, 3);
    expect(await count(userId)).toMatchObject({ today: 0, yesterday: 7_210, won: 3_000, lost: 3_000 });
    expect(await count(other)).toEqual({ today: 0, yesterday: 3, week: 3, won: 1, lost: 1, lost_yesterday: 1 });
    expect(await count(await newPerson())).toMatchObject({ week: 0, won: 0, lost: 0 });
  });

  it('separates days at midnight of the user’s time zone', async () => {
    const trades = [
      { settled: '2026-11-21T04:59:59.999Z', status: 'lost' },
      { settled: '2026-11-21T05:00:00.000Z', status: 'won' },
    ] as const;
    expect(await count(await personWith('America/Bogota', trades))).toMatchObject({ today: 1, lost_yesterday: 1 });
    expect(await count(await personWith('UTC', trades))).toMatchObject({ today: 2, lost_yesterday: 0 });
  });

  it('counts today and the six days before as the week', async () => {
    const trades = ['2026-11-15T00:00:00.000Z', '2026-11-14T23:59:59.999Z'].map((settled) => ({ settled }));
    expect(await count(await personWith('UTC', trades))).toMatchObject({ week: 1, won: 2 });
  });

  it('counts a yesterday of 25 hours in full when the clocks go back', async () => {
    // In New York the 1st of November 2026 starts at 04:00 UTC and ends at 05:00 UTC of the 2nd.
    const trades = ['2026-11-01T03:59:59.999Z', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'].map(
      (settled) => ({ settled }),
    );
    const userId = await personWith('America/New_York', trades);
    clock.advance(Date.parse('2026-11-02T12:00:00.000Z') - NOW_MS);
    expect(await count(userId)).toMatchObject({ yesterday: 2, today: 0 });
    clock.advance(NOW_MS - clock.now());
  });

  it('ignores the chosen period in counts per period and the chosen result in counts per result', async () => {
    const userId = await personWith('UTC', [
      { settled: '2026-11-21T10:00:00.000Z', status: 'won' },
      { settled: '2026-11-21T11:00:00.000Z', status: 'lost' },
      { settled: '2026-11-20T10:00:00.000Z', status: 'lost' },
      { settled: '2026-11-20T11:00:00.000Z', status: 'lost', symbol: 'BTCUSD' },
    ]);
    const today = { from: '2026-11-21T00:00:00.000Z' };
    expect(await count(userId, today)).toEqual({ today: 2, yesterday: 2, week: 4, won: 1, lost: 1, lost_yesterday: 2 });
    expect(await count(userId, { result: 'lost' })).toEqual({
      today: 1,
      yesterday: 2,
      week: 3,
      won: 1,
      lost: 3,
      lost_yesterday: 2,
    });
    expect(await count(userId, { symbol: 'BTCUSD' })).toMatchObject({ today: 0, yesterday: 1, lost_yesterday: 1 });
  });
});

const others = (people: number) => Promise.all(Array.from({ length: people }, () => newPerson()));

it('the counts of a whole history are read from an index only', async () => {
  const userId = await newPerson();
  // The planner reads the whole table if it is small or if most of its rows belong to one user.
  for (const each of [userId, ...(await others(8))]) await endedMany(each, 4_000);
  const lines = await withConnection(parseDatabaseUrl(world.database.ownerUrl), async (sql) => {
    // Transactions of other tests can keep VACUUM from marking pages as all-visible; the planner then prefers another
    // scan type. With the other scan types disabled, the plan shows whether an index-only scan is possible.
    await sql.unsafe('VACUUM ANALYZE trades');
    await sql.unsafe('SET enable_seqscan = off; SET enable_bitmapscan = off');
    return sql<{ 'QUERY PLAN': string }[]>`EXPLAIN ${countsOf(sql, userId, {}, new Date(NOW_MS))}`;
  });
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Only Scan using trades_history');
  expect(plan).not.toContain('Seq Scan on trades');
});
