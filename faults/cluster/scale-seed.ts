import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { Database, Sql } from '@vigia/server/testing';

const MINUTE_MS = 60_000;
const PER_STATEMENT = 10_000;

/** Inserts users with the rows that a sign-up creates. Each user gets a paper account with a million. */
export async function addPeople(db: Database, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx`
      INSERT INTO auth_users (id, is_anonymous, created_at, updated_at)
      SELECT gen_random_uuid(), true, now(), now() FROM generate_series(1, ${count})`;
    await tx`INSERT INTO users (id, created_at, updated_at) SELECT id, now(), now() FROM auth_users`;
    await tx`INSERT INTO user_settings (user_id, updated_at) SELECT id, now() FROM users`;
    await tx`
      INSERT INTO accounts (id, user_id, broker, kind, created_at)
      SELECT gen_random_uuid(), id, 'mock', 'mock', now() FROM users`;
    await tx`
      INSERT INTO ledger_transfers (id, account_id, kind, phase, user_cash_minor, equity_minor, created_at)
      SELECT gen_random_uuid(), id, 'deposit', 'funding', 100000000, -100000000, now() FROM accounts`;
  });
}

/** Inserts open trades of all users with the rows that an order creates. All trades have the same expiry. */
export async function addTrades(sql: Sql, count: number, expiryMs: number): Promise<void> {
  const entry = new Date(Math.min(Date.now(), expiryMs) - MINUTE_MS);
  const symbols = SIMULATED_ASSETS.map(({ symbol }) => symbol);
  const prices = SIMULATED_ASSETS.map(({ basePrice }) => basePrice);
  for (let from = 0; from < count; from += PER_STATEMENT) {
    const to = Math.min(count, from + PER_STATEMENT) - 1;
    await sql`
      WITH placed AS (
        INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction,
          stake_minor,
                            payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status,
                              execution,
                            created_at, last_seq)
        SELECT gen_random_uuid(), a.user_id, a.id, 'mock', 'mock', 'mock', 'manual', s.symbol, 'simulated',
               CASE WHEN n % 2 = 0 THEN 'CALL' ELSE 'PUT' END, 100 + n % 900, 8500, 1, s.price, ${entry.getTime()},
               ${entry}, ${new Date(expiryMs)}, 'active', 'confirmed', ${entry}, 4
        FROM generate_series(${from}::int, ${to}::int) n
        JOIN (SELECT id, user_id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS people
          FROM accounts) a
          ON a.place = n % a.people
        JOIN unnest(${symbols}::text[], ${prices}::float8[]) WITH ORDINALITY AS s(symbol, price, place)
          ON s.place - 1 = (n / 7) % ${symbols.length}::int
        RETURNING id, account_id, stake_minor),
      published AS (
        INSERT INTO trade_events (trade_id, seq, at, kind, payload)
        SELECT id, seq, ${entry}, 'open', '{}' FROM placed, generate_series(1, 4) seq)
      INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor, created_at)
      SELECT gen_random_uuid(), account_id, 'stake_hold', 'hold', id, -stake_minor, stake_minor, ${entry} FROM placed`;
  }
}

/**
 * Inserts strategies on one asset, each with different rules. Each strategy signals at about every second candle close.
 */
export async function addStrategies(sql: Sql, count: number): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time, live_since,
                              created_at, updated_at)
      SELECT gen_random_uuid(), u.id, 'Medida ' || n, 'moving_average', 'EURUSD', '1m',
             jsonb_build_object('fast', 1, 'slow', 2, 'ma_type', 'sma', 'trade_amount', 1 + n % 900, 'duration', 1 + n / 900),
             'active', floor(extract(epoch FROM now()) / 60)::bigint * 60 - 3600, now(), now(), now()
      FROM generate_series(1, ${count}::int) n
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS people FROM users) u
        ON u.place = n % u.people
      RETURNING *)
    INSERT INTO strategy_versions (strategy_id, version, type, asset, timeframe, parameters, anchor_time,
      live_since, created_at)
    SELECT id, 1, type, asset, timeframe, parameters, anchor_time, live_since, created_at FROM made`;
}
