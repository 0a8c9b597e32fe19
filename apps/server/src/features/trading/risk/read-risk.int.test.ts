import { epochMs } from '@vigia/core/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { NOW_MS, startHistory } from '../history/testing.ts';
import { readRisk } from './read-risk.ts';

const history = await startHistory();
const { db, accounts, newPerson, ended } = history;
afterAll(() => history.close());

const ms = (iso: string) => epochMs(Date.parse(iso));
const iso = (timeMs: number) => new Date(timeMs).toISOString();

async function riskOf(userId: string, nowIso: string) {
  const { accountId } = await accounts.mockAccount(db.sql, userId);
  return (await readRisk(db.sql, userId, accountId, ms(nowIso))).facts;
}

/** Creates a user who lost 1 in the last millisecond before a period and 10 in the first millisecond of that period. */
async function loserAround(zone: string, startIso: string): Promise<string> {
  const userId = await newPerson(zone);
  await ended(userId, { status: 'lost', profitMinor: -100, settled: iso(ms(startIso) - 1) });
  await ended(userId, { status: 'lost', profitMinor: -1_000, settled: startIso });
  return userId;
}

describe('the day that a limit counts', () => {
  const DAYS: readonly (readonly [name: string, zone: string, now: string, start: string, end: string])[] = [
    [
      ...(["midnight in the user's time zone", 'America/Bogota', '2026-11-21T12:00:00.000Z'] as const),
      ...(['2026-11-21T05:00:00.000Z', '2026-11-22T05:00:00.000Z'] as const),
    ],
    [
      ...(['DST change: the clocks go forward', 'Europe/Madrid', '2027-03-28T12:00:00.000Z'] as const),
      ...(['2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z'] as const),
    ],
    [
      ...(['DST change: the clocks go back', 'Europe/Madrid', '2026-10-25T12:00:00.000Z'] as const),
      ...(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'] as const),
    ],
    [
      ...(['DST change: a midnight that does not exist', 'America/Santiago', '2026-09-06T12:00:00.000Z'] as const),
      ...(['2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'] as const),
    ],
    [
      ...(['DST change: its own first moment, without a midnight', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'] as const),
      ...(['2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'] as const),
    ],
    [
      ...(['DST change: a midnight that comes twice', 'America/Havana', '2026-11-01T05:30:00.000Z'] as const),
      ...(['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'] as const),
    ],
    [
      ...(['leap day', 'America/Mexico_City', '2028-02-29T12:00:00.000Z'] as const),
      ...(['2028-02-29T06:00:00.000Z', '2028-03-01T06:00:00.000Z'] as const),
    ],
    [
      ...(['the day after a leap day', 'America/Mexico_City', '2028-03-01T12:00:00.000Z'] as const),
      ...(['2028-03-01T06:00:00.000Z', '2028-03-02T06:00:00.000Z'] as const),
    ],
  ];
  it.each(DAYS)('has the right start and end: %s (%s)', async (_name, zone, now, start, end) => {
    const facts = await riskOf(await loserAround(zone, start), now);
    expect(facts.profitTodayMinor).toBe(-1_000);
    expect(iso(facts.dayEndsAtMs)).toBe(end);
  });

  it('ends at the exact millisecond, and the next day then starts with no losses', async () => {
    const userId = await loserAround('America/Bogota', '2026-11-21T05:00:00.000Z');
    expect((await riskOf(userId, '2026-11-22T04:59:59.999Z')).profitTodayMinor).toBe(-1_000);
    expect((await riskOf(userId, '2026-11-22T05:00:00.000Z')).profitTodayMinor).toBe(0);
  });

  it('includes the trades placed on that day, whenever they end, but not those that the broker refused', async () => {
    const userId = await newPerson('America/Bogota');
    await ended(userId, { entered: '2026-11-21T04:59:59.999Z', settled: '2026-11-21T05:01:00.000Z' });
    await ended(userId, { entered: '2026-11-21T05:00:00.000Z', settled: '2026-11-21T05:05:00.000Z' });
    const refused = await ended(userId, { entered: '2026-11-21T06:00:00.000Z', settled: '2026-11-21T06:00:01.000Z' });
    await db.sql`UPDATE trades SET execution = 'rejected', corrections = 1 WHERE id = ${refused}`;
    expect((await riskOf(userId, '2026-11-21T12:00:00.000Z')).tradesToday).toBe(1);
  });
});

describe('the week that a limit counts', () => {
  it.each([
    [
      'begins on Monday in Tokyo, while it is Sunday in London',
      'Asia/Tokyo',
      '2026-11-22T15:00:00.000Z',
      '2026-11-22T15:00:00.000Z',
      '2026-11-29T15:00:00.000Z',
    ],
    [
      'is still the previous one on Sunday night in Bogotá',
      'America/Bogota',
      '2026-11-23T04:59:59.999Z',
      '2026-11-16T05:00:00.000Z',
      '2026-11-23T05:00:00.000Z',
    ],
    [
      'has an hour less with a DST change',
      'Europe/Madrid',
      '2027-03-28T12:00:00.000Z',
      '2027-03-21T23:00:00.000Z',
      '2027-03-28T22:00:00.000Z',
    ],
    [
      'continues into March with a leap day',
      'UTC',
      '2028-03-02T12:00:00.000Z',
      '2028-02-28T00:00:00.000Z',
      '2028-03-06T00:00:00.000Z',
    ],
  ])('%s', async (_name, zone, now, start, end) => {
    const facts = await riskOf(await loserAround(zone, start), now);
    expect(facts.profitThisWeekMinor).toBe(-1_000);
    expect(iso(facts.weekEndsAtMs)).toBe(end);
  });
});

describe('readRisk after the clock jumps back', () => {
  it('still counts the losses and the trades from before the jump', async () => {
    const userId = await newPerson('UTC');
    const entered = '2026-11-21T09:55:00.000Z';
    for (const minute of ['10:00', '10:01', '10:02']) {
      await ended(userId, { status: 'lost', entered, settled: `2026-11-21T${minute}:00.000Z` });
    }
    for (const now of [
      '2026-11-21T12:00:00.000Z',
      '2026-11-21T09:00:00.000Z',
      '2026-11-20T23:00:00.000Z',
      '2026-11-14T00:00:00.000Z',
    ]) {
      expect(await riskOf(userId, now)).toMatchObject({
        profitTodayMinor: -3_000,
        profitThisWeekMinor: -3_000,
        tradesToday: 3,
        losingStreak: { losses: 3, lastLossAtMs: ms('2026-11-21T10:02:00.000Z') },
      });
    }
  });
});

describe('the number of losses in a row', () => {
  it('is counted back to the last win, without ties and voided trades', async () => {
    const userId = await newPerson();
    const results = ['lost', 'won', 'lost', 'expired', 'lost', 'cancelled'] as const;
    for (const [index, status] of results.entries()) {
      await ended(userId, { status, settled: iso(NOW_MS - (10 - index) * 60_000) });
    }
    expect((await riskOf(userId, iso(NOW_MS))).losingStreak).toEqual({ losses: 2, lastLossAtMs: NOW_MS - 6 * 60_000 });
  });

  it('is zero for a user who has never lost', async () => {
    const userId = await newPerson();
    expect((await riskOf(userId, iso(NOW_MS))).losingStreak).toBeNull();
    await ended(userId, { status: 'won' });
    expect((await riskOf(userId, iso(NOW_MS))).losingStreak).toBeNull();
  });
});

it('readRisk reports whether the account holds real money', async () => {
  const userId = await newPerson();
  const id = crypto.randomUUID();
  await db.sql`
    INSERT INTO accounts (id, user_id, broker, kind, created_at) VALUES (${id}, ${userId}, 'iqoption', 'real', now())`;
  expect((await readRisk(db.sql, userId, id, epochMs(NOW_MS))).facts.isRealMoney).toBe(true);
  expect((await riskOf(userId, iso(NOW_MS))).isRealMoney).toBe(false);
});

it('readRisk reads few rows of a history of 20,000 trades, all of them through an index', async () => {
  const userId = await newPerson();
  const { accountId } = await accounts.mockAccount(db.sql, userId);
  await db.sql`
    INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction, stake_minor,
                        payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status, execution,
                        profit_minor, settled_at, created_at)
    SELECT gen_random_uuid(), ${userId}, ${accountId}, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL',
           1000, 8500, 1, 1.1, 1, t, t + interval '1 minute', CASE WHEN n % 3 = 0 THEN 'won' ELSE 'lost' END,
           'confirmed', -1000, t + interval '1 minute', t
    FROM (SELECT n, ${new Date(NOW_MS)}::timestamptz - n * interval '1 hour' AS t
          FROM generate_series(1, 20000) n) past`;
  // ANALYZE stands in for autovacuum, which analyses the table within a minute.
  await withConnection(parseDatabaseUrl(history.database.ownerUrl), (sql) => sql`ANALYZE trades`);
  const read = await db.transaction(async (tx) => {
    await readRisk(tx, userId, accountId, epochMs(NOW_MS));
    const [row] = await tx<[{ rows: number; scans: number }]>`
      SELECT (seq_tup_read + idx_tup_fetch)::int AS rows, seq_scan::int AS scans
      FROM pg_stat_xact_user_tables WHERE relname = 'trades'`;
    return row;
  });
  expect(read.scans).toBe(0);
  expect(read.rows).toBeLessThan(500);
});
