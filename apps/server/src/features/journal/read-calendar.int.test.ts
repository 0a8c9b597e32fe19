import { randomUUID } from 'node:crypto';
import { TradeCalendar } from '@vigia/contract';
import { epochMs } from '@vigia/core/kernel';
import { afterAll, describe, expect, it } from 'vitest';
import { NOTIFICATIONS_KEPT_MS, NOTIFICATIONS_KEPT_PER_USER } from '../notifications/index.ts';
import { startHistory } from '../trading/history/testing.ts';
import { readCalendar } from './read-calendar.ts';

const world = await startHistory();
const { db, clock, newPerson, ended, brokerAccount } = world;
afterAll(() => world.close());

const read = async (userId: string, month = '2026-11') =>
  TradeCalendar.parse(await readCalendar({ db, clock }, userId, { month }));

const DAY = '2026-11-20';
const at = (time: string): string => `${DAY}T${time}Z`;
const PAPER = { kind: 'mock', currency: 'USD' };

async function notify(userId: string, kind: string, time: string): Promise<void> {
  await db.sql`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    VALUES (${userId}, ${kind}, ${randomUUID()}, 'x', '{}', ${new Date(time)})`;
}

async function decide(userId: string, decision: 'late' | 'refused', time: string): Promise<void> {
  await db.sql`
    INSERT INTO automation_decisions (signal_id, automation, automation_id, user_id, decision, code, decided_at)
    VALUES (${randomUUID()}, 'pcr', ${randomUUID()}, ${userId}, ${decision}, 'x', ${new Date(time)})`;
}

describe('the calendar of a month', () => {
  it('lists each day with its results, and counts a sold trade by its profit', async () => {
    const userId = await newPerson();
    for (const status of ['won', 'won', 'lost', 'expired', 'cancelled'] as const) await ended(userId, { status });
    await ended(userId, { status: 'cancelled', profitMinor: -400 });
    await ended(userId, { status: 'cancelled', profitMinor: 300 });
    expect((await read(userId)).results).toEqual([
      expect.objectContaining({ day: DAY, purse: PAPER, trades: 7, won: 3, lost: 2, tied: 1, voided: 1, profit: 6 }),
    ]);
  });

  it('counts each kind of money separately', async () => {
    const userId = await newPerson();
    await ended(userId, { status: 'won' });
    for (const kind of ['demo', 'real'] as const) {
      const account = await brokerAccount(userId, { broker: 'deriv', kind, currency: 'USD', brokerAccount: kind });
      await ended(userId, { status: 'lost', account });
    }
    const { results } = await read(userId);
    expect(results.map(({ purse, profit }) => [purse.kind, profit])).toEqual([
      ['demo', -10],
      ['mock', 8.5],
      ['real', -10],
    ]);
  });

  it('has the days and the bounds of the user’s time zone', async () => {
    const userId = await newPerson('America/Bogota');
    for (const settled of [
      '2026-11-01T04:59:59.999Z',
      '2026-11-01T05:00:00.000Z',
      '2026-11-20T04:59:59.999Z',
      '2026-12-01T04:59:59.999Z',
      '2026-12-01T05:00:00.000Z',
    ])
      await ended(userId, { settled });
    const { time_zone: zone, results } = await read(userId);
    expect(zone).toBe('America/Bogota');
    expect(results.map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-19', '2026-11-30']);
    expect((await read(userId, '2026-10')).results.map(({ day }) => day)).toEqual(['2026-10-31']);
  });

  it('counts entries over 3 s after the acceptance as late, and entries without a time as unknown', async () => {
    const userId = await newPerson();
    const account = await brokerAccount(userId, { broker: 'deriv', kind: 'demo', currency: 'USD', brokerAccount: 'x' });
    await ended(userId, { account, entryAfterMs: 3_000 });
    await ended(userId, { account, entryAfterMs: 3_001 });
    await ended(userId, { account, entryAfterMs: null });
    // A cancelled order has no entry that could be late.
    await ended(userId, { account, entryAfterMs: null, status: 'cancelled' });
    expect((await read(userId)).results).toMatchObject([{ trades: 4, late_entries: 1, unknown_entries: 1 }]);
  });

  it('counts manual trades that open within two minutes after a loss of the same purse', async () => {
    const userId = await newPerson();
    const after = async (lossAt: string, enteredAt: string, more = {}) => {
      await ended(userId, { settled: at(lossAt), status: 'lost', entered: at('00:00:01') });
      await ended(userId, { entered: at(enteredAt), settled: at('23:00:00'), ...more });
    };
    await after('10:00:00', '10:00:00'); // At once: counts.
    await after('11:00:00', '11:02:00'); // At the limit: counts.
    await after('12:00:00', '12:02:00.001'); // Later: does not count.
    await after('13:00:00.001', '13:00:00'); // Before the loss is known: does not count.
    await after('14:00:00', '14:01:00', { origin: 'strategy' }); // By rules: does not count.
    const account = await brokerAccount(userId, { broker: 'deriv', kind: 'demo', currency: 'USD', brokerAccount: 'x' });
    await after('15:00:00', '15:01:00', { account }); // Other money: does not count.
    const { results } = await read(userId);
    expect(results.map(({ purse, after_loss }) => [purse.kind, after_loss])).toEqual([
      ['demo', 0],
      ['mock', 2],
    ]);
  });

  it('marks a trade just after midnight that follows a loss just before midnight', async () => {
    const userId = await newPerson();
    await ended(userId, { status: 'lost', settled: '2026-11-19T23:59:30.000Z' });
    await ended(userId, { entered: '2026-11-20T00:00:30.000Z' });
    expect((await read(userId)).results).toMatchObject([{ after_loss: 0 }, { day: DAY, after_loss: 1 }]);
  });

  it('marks days with reached limits and with late signals, even without trades', async () => {
    const [userId, other] = [await newPerson('America/Bogota'), await newPerson()];
    await notify(userId, 'limit_reached', '2026-11-20T04:59:59.999Z');
    await notify(userId, 'limit_reached', at('15:00:00'));
    await notify(userId, 'signal', at('15:00:00'));
    await decide(userId, 'late', at('15:00:00'));
    await decide(userId, 'refused', at('15:00:00'));
    await notify(other, 'limit_reached', at('15:00:00'));
    await decide(other, 'late', at('15:00:00'));
    const { marks, results } = await read(userId);
    expect(results).toEqual([]);
    expect(marks).toEqual([
      { day: '2026-11-19', limits_reached: 1, late_signals: 0 },
      { day: DAY, limits_reached: 1, late_signals: 1 },
    ]);
  });

  it('states since when reached limits are known, because old notifications are deleted', async () => {
    const userId = await newPerson();
    const knownFrom = async () => epochMs(Date.parse((await read(userId)).limits_known_from));
    expect(await knownFrom()).toBe(clock.now() - NOTIFICATIONS_KEPT_MS);
    const oldest = at('00:00:01');
    await notify(userId, 'signal', oldest);
    await db.sql`
      INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
      SELECT ${userId}, 'signal', n::text, 'x', '{}', ${new Date(at('01:00:00'))}
      FROM generate_series(2, ${NOTIFICATIONS_KEPT_PER_USER}::int) n`;
    expect(await knownFrom()).toBe(Date.parse(oldest));
  });
});
