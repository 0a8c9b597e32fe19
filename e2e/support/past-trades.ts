import type { Sql } from '@vigia/server/testing';

/**
 * Copies each settled trade of a user to the same time of yesterday, as a loss. A real day would have to pass
 * otherwise, and the database refuses to change a trade that has ended. The copies have neither events nor ledger
 * transfers.
 */
export async function copyAsYesterdaysLosses(sql: Sql, userId: string): Promise<void> {
  await sql`
    INSERT INTO trades
    SELECT (jsonb_populate_record(trades, jsonb_build_object(
      'id', gen_random_uuid(), 'status', 'lost', 'profit_minor', -stake_minor,
      'created_at', created_at - interval '1 day', 'entry_time', entry_time - interval '1 day',
      'expiry_time', expiry_time - interval '1 day', 'settled_at', settled_at - interval '1 day'))).*
    FROM trades WHERE user_id = ${userId} AND status <> 'active'`;
}
