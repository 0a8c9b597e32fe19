import { epochMs } from '@vigia/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { readRecord } from './read-record.ts';
import { createAutoTradingWorld } from './testing.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.close());

let userId: string;
beforeAll(async () => {
  userId = await createAutoTradingWorld({ db }).newUser();
});

/** Returns when the day and the week that contain `at` end, for a setup with this reset time. */
async function ends(zone: string, resetTime: string, at: string) {
  await db.sql`UPDATE user_settings SET limits_time_zone = ${zone} WHERE user_id = ${userId}`;
  const id = '00000000-0000-4000-8000-000000000001';
  const of = { automationId: id, purse: { kind: 'mock', currency: 'USD' } } as const;
  const { facts } = await readRecord(db.sql, userId, of, { resetTime }, epochMs(Date.parse(at)));
  return [facts.dayEndsAtMs, facts.weekEndsAtMs].map((ms) => new Date(ms).toISOString());
}

describe('the day and the week in which the limits of a setup count', () => {
  // FRIDAY is 20 November 2026, 09:00 in Bogotá.
  const FRIDAY = '2026-11-20T14:00:00.000Z';

  it.each([
    ['daily', '2026-11-21T05:00:00.000Z', '2026-11-23T05:00:00.000Z'],
    ['weekly', '2026-11-21T05:00:00.000Z', '2026-11-23T05:00:00.000Z'],
    ['09:00', '2026-11-21T14:00:00.000Z', '2026-11-23T14:00:00.000Z'],
    ['09:01', '2026-11-20T14:01:00.000Z', '2026-11-23T14:01:00.000Z'],
    ['23:59', '2026-11-21T04:59:00.000Z', '2026-11-24T04:59:00.000Z'],
  ])('end at the right times in Bogotá with the reset at %s', async (resetTime, day, week) => {
    expect(await ends('America/Bogota', resetTime, FRIDAY)).toEqual([day, week]);
  });

  it('start at the reset time, not at midnight; the week starts on Monday', async () => {
    const [, week] = await ends('UTC', '09:00', '2026-11-23T08:59:59.999Z');
    expect(week).toBe('2026-11-23T09:00:00.000Z');
    const [, next] = await ends('UTC', '09:00', '2026-11-23T09:00:00.000Z');
    expect(next).toBe('2026-11-30T09:00:00.000Z');
  });

  it('are an hour shorter when daylight saving time starts, and an hour longer when it ends', async () => {
    expect((await ends('Europe/Madrid', '12:00', '2026-03-28T12:00:00.000Z'))[0]).toBe('2026-03-29T10:00:00.000Z');
    expect((await ends('Europe/Madrid', '12:00', '2026-10-24T12:00:00.000Z'))[0]).toBe('2026-10-25T11:00:00.000Z');
  });

  it('never start in the future if daylight saving time skips the reset time', async () => {
    // The local time 02:30 does not exist in Madrid that night: 01:59:59 is followed by 03:00, which is 01:00 UTC.
    const [atTheJump] = await ends('Europe/Madrid', '02:30', '2026-03-29T01:00:00.000Z');
    expect(atTheJump).toBe('2026-03-29T01:30:00.000Z');
    const [after] = await ends('Europe/Madrid', '02:30', '2026-03-29T01:30:00.000Z');
    expect(after).toBe('2026-03-30T00:30:00.000Z');
  });

  it('start only once if the reset time occurs twice when daylight saving time ends', async () => {
    // The local time 02:30 occurs in Madrid at 00:30 UTC and again at 01:30 UTC.
    expect((await ends('Europe/Madrid', '02:30', '2026-10-25T00:30:00.000Z'))[0]).toBe('2026-10-26T01:30:00.000Z');
    expect((await ends('Europe/Madrid', '02:30', '2026-10-25T01:30:00.000Z'))[0]).toBe('2026-10-26T01:30:00.000Z');
  });
});
