import { ManualClock } from '@vigia/testkit';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { createPartitionUpkeep } from './partition-upkeep.ts';
import { createTestDatabase } from './testing.ts';

const DAY_S = 86_400;
const NOW_S = 20_000 * DAY_S + 3_600;
const KEPT_DAYS = 40;

describe('the retention of candles', () => {
  const log = createLogger('silent');
  let clock: ManualClock;
  const opened = createTestDatabase();
  afterAll(async () => (await opened).close());
  beforeEach(async () => {
    clock = new ManualClock(NOW_S * 1_000);
    const { sql } = (await opened).db;
    const emptied = async () =>
      (await sql<{ n: number }[]>`SELECT delete_candles_before(${2 * NOW_S})::int AS n`)[0]?.n;
    while (await emptied());
    for (const [source, symbol] of [
      ['deriv', 'EURUSD'],
      ['simulated', 'EURUSD'],
      ['simulated', 'GBPUSD'],
    ]) {
      for (const ageDays of [0, 39, 40, 41, 45]) {
        await sql`
          INSERT INTO candles_1m (source, symbol, time, open, high, low, close)
          VALUES (${source ?? ''}, ${symbol ?? ''}, ${(20_000 - ageDays) * DAY_S}, 1, 1, 1, 1)`;
      }
    }
  });

  const tend = async (candleRetentionDays: number | null) => {
    const { db } = await opened;
    const upkeep = createPartitionUpkeep({ db, clock, log, retentionDays: 3, candleRetentionDays });
    await upkeep.start();
    upkeep.stop();
  };
  const agesDays = async () => {
    const rows = await (await opened).db.sql<{ age: number }[]>`
      SELECT (20000 - time / 86400)::int AS age FROM candles_1m ORDER BY source, symbol, age`;
    return rows.map(({ age }) => age);
  };

  it('keeps the configured number of whole days for every source and symbol', async () => {
    await tend(KEPT_DAYS);
    expect(await agesDays()).toEqual([0, 39, 40, 0, 39, 40, 0, 39, 40]);
  });

  it('keeps all candles if the setting is missing', async () => {
    await tend(null);
    expect(await agesDays()).toHaveLength(15);
  });

  it('deletes at most seven days of an asset at once, and the next days in the next round', async () => {
    const { sql } = (await opened).db;
    await sql`
      INSERT INTO candles_1m (source, symbol, time, open, high, low, close)
      VALUES ('deriv', 'EURUSD', ${(20_000 - 90) * DAY_S}, 1, 1, 1, 1)`;
    await tend(KEPT_DAYS);
    expect((await agesDays()).slice(0, 5)).toEqual([0, 39, 40, 41, 45]);
    await tend(KEPT_DAYS);
    expect((await agesDays()).slice(0, 4)).toEqual([0, 39, 40, 0]);
  });

  it('deletes no additional candles if the clock is wrongly ahead', async () => {
    const { db } = await opened;
    const upkeep = createPartitionUpkeep({ db, clock, log, retentionDays: 3, candleRetentionDays: KEPT_DAYS });
    clock.jump(3_650 * DAY_S * 1_000);
    await upkeep.start();
    upkeep.stop();
    expect(await agesDays()).toEqual([0, 39, 40, 0, 39, 40, 0, 39, 40]);
  });
});
