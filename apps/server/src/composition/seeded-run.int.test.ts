import { advanceInSteps, ManualClock, withClockAtRealSpeed } from '@vigia/testkit';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp } from './testing.ts';
import { newPerson } from './testing-person.ts';

const START_MS = Date.parse('2026-11-18T13:00:00.000Z');
const END_MS = START_MS + 8 * 60_000;
const STEP_MS = 250;
const SEED = 7;
const ASSETS = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'BTCUSD', 'ETHUSD'];
/** A setup that accepts most sequences, so that a few minutes are enough for signals. */
const SETUP = {
  name: 'Mío',
  timeframe: '1m',
  is_active: true,
  expiry: 1,
  patterns: { minLength: 2, requiredCriteria: 1, zone: { maxEntryAtr: 5, maxSignalsPerZone: 10 } },
};

/** Runs a server on the market of the seed, and returns the settled signals without their random ids. */
async function settledSignals(): Promise<readonly unknown[]> {
  const clock = new ManualClock(START_MS - 60_000);
  const database = await createTestDatabase();
  const app = await withClockAtRealSpeed(
    clock,
    startTestApp({ clock, feedSeed: SEED, databaseUrl: database.ownerUrl }),
  );
  try {
    const { principal } = await withClockAtRealSpeed(clock, newPerson(app));
    for (const asset of ASSETS) {
      const made = await withClockAtRealSpeed(clock, app.features.pcr.create(principal, { ...SETUP, asset }));
      if (!made.ok) throw new Error(made.error.code);
    }
    await advanceInSteps(clock, END_MS - clock.now(), STEP_MS);
    await withClockAtRealSpeed(clock, app.features.pcr.drained());
    return await app.db.sql`
      SELECT s.seq, s.candle_time, s.entry_time_ms, s.expiration_ms, s.body - 'setup_id' AS body, o.outcome,
        o.settle_price
      FROM pcr_signals s JOIN pcr_signal_outcomes o ON o.signal_id = s.id JOIN pcr_setups p ON p.id = s.setup_id
      WHERE p.user_id = ${principal.userId} AND s.candle_time >= ${START_MS / 1_000}
        AND s.expiration_ms < ${END_MS - 60_000}
      ORDER BY s.entry_time_ms, p.asset`;
  } finally {
    await withClockAtRealSpeed(clock, app.stop());
    await database.close();
  }
}

it('two servers whose simulated markets have the same seed publish the same signals and outcomes', async () => {
  const first = await settledSignals();
  expect(first.length).toBeGreaterThan(5);
  expect(JSON.stringify(await settledSignals())).toBe(JSON.stringify(first));
});
