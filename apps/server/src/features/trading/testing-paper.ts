import type { CreateOption } from '@vigia/contract';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { actorOf, START_MS } from './testing.ts';
import type { Trading } from './trading.ts';

/** An order for one minute. */
export const CALL_ORDER: CreateOption = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 };

/** Time at which {@link CALL_ORDER} expires if it is placed at `START_MS`. */
export const EXPIRY_MS = START_MS + 60_000;

/** Creates a test database with partitions for the days around `START_MS`. */
export async function tradingDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await database.db.sql`SELECT ensure_day_partitions('2026-11-19', '2026-11-22')`;
  return database;
}

/**
 * Places {@link CALL_ORDER} with these changes.
 * @returns the id of the trade
 * @throws Error if the order is refused
 */
export async function placeCall(
  trading: Pick<Trading, 'orders'>,
  userId: string,
  change: Partial<CreateOption> = {},
): Promise<string> {
  const placed = await trading.orders.place(actorOf(userId), { ...CALL_ORDER, ...change }, null);
  if (!placed.ok) throw new Error(placed.error.code);
  return placed.value.id;
}
