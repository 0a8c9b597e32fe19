import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertSetup, insertStrategy } from '#features/graduation/testing.ts';
import { rederiveSetup } from '#features/pcr/index.ts';
import { rederiveStrategy } from '#features/strategies/index.ts';
import { createTradingWorld } from '#features/trading/testing.ts';
import { STEPS_PER_TURN } from '#platform/clock/yield-to-event-loop.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';

const MINUTES = 5 * 2 * STEPS_PER_TURN;
const END_MS = MINUTES * 60_000;

let database: TestDatabase;
let userId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  userId = await createTradingWorld(database).newUser();
  await database.db.sql`
    INSERT INTO candles_1m (source, symbol, time, open, high, low, close)
    SELECT 'iqoption', 'EURUSD', n * 60, 1.1, 1.1, 1.1, 1.1 FROM generate_series(0, ${MINUTES - 1}) n`;
});
afterAll(() => database.close());

/** Counts how often a derivation pauses so that the event loop can run other work. */
async function countPauses(derive: (pause: () => Promise<void>) => Promise<readonly { readonly kind: string }[]>) {
  let pauses = 0;
  const derivations = await derive(async () => void (pauses += 1));
  expect(derivations).toMatchObject([{ kind: 'derived' }]);
  return pauses;
}

it('the recomputation of a strategy over a long history lets other work run after every few thousand candles', async () => {
  const id = await insertStrategy(database.db.sql, { userId, account: null });
  await database.db.sql`
    INSERT INTO strategy_versions (strategy_id, version, type, asset, timeframe, price_source, parameters, anchor_time,
                                   live_since, created_at)
    SELECT id, 1, type, asset, timeframe, price_source, parameters, anchor_time, live_since, created_at FROM strategies
    WHERE id = ${id}`;
  const pauses = await countPauses((pause) => rederiveStrategy(database.db.sql, id, [], END_MS, pause));
  expect(pauses).toBe(2);
});

it('the recomputation of a setup over a long history lets other work run after every few thousand minutes', async () => {
  const id = await insertSetup(database.db.sql, { userId, account: null });
  await database.db.sql`
    INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, price_source, definition, anchor_time,
                                    live_since, created_at)
    SELECT id, 1, asset, timeframe, 'iqoption', definition, anchor_time, live_since, created_at FROM pcr_setups
    WHERE id = ${id}`;
  const pauses = await countPauses((pause) => rederiveSetup(database.db.sql, id, [], END_MS, pause));
  expect(pauses).toBe(10);
});
