import { randomUUID } from 'node:crypto';
import { START_MS } from '#features/trading/testing.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import type { Sql } from '#platform/persistence/database.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';

const MINUTE_MS = 60_000;

/** Runs statements as the owner of the database, who may write rows that no feature writes this way. */
const asOwner = <Result>({ ownerUrl }: TestDatabase, run: (sql: Sql) => Promise<Result>): Promise<Result> =>
  withConnection(parseDatabaseUrl(ownerUrl), run);

/** Writes an open trade of a user, as the trading feature stores it. */
export async function writeOpenTrade(database: TestDatabase, userId: string): Promise<string> {
  const id = randomUUID();
  const [entry, expiry] = [new Date(START_MS), new Date(START_MS + MINUTE_MS)];
  await asOwner(
    database,
    (sql) => sql`
      INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction,
                          stake_minor, payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time,
                          status, execution, created_at)
      SELECT ${id}, ${userId}, id, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL', 1000,
             8500, 1, 1.1, ${START_MS}, ${entry}, ${expiry}, 'active', 'confirmed', ${entry}
      FROM accounts WHERE user_id = ${userId} AND broker = 'mock' LIMIT 1`,
  );
  return id;
}

/** Ends trades as settlement does: many trades in one statement. */
export const writeSettledTrades = (
  sql: Sql,
  ids: readonly string[],
  nowMs: number,
  status = 'won',
  profitMinor = 850,
) => sql`
  UPDATE trades SET status = ${status}, profit_minor = ${profitMinor}, settled_at = ${new Date(nowMs)}
  WHERE id = ANY(${[...ids]}::uuid[]) AND status = 'active'`;

/** Writes a strategy of a user. */
export async function writeStrategy(database: TestDatabase, userId: string): Promise<string> {
  const id = randomUUID();
  await asOwner(
    database,
    (sql) => sql`
      INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, auto_trade, anchor_time,
                              live_since, created_at, updated_at)
      VALUES (${id}, ${userId}, 'Racha', 'rsi', 'EURUSD', '5m', '{}', 'active', true, 0, now(), now(), now())`,
  );
  return id;
}

/** Writes a signal of a strategy. */
export async function writeSignal(database: TestDatabase, strategyId: string, seq: number): Promise<string> {
  const id = randomUUID();
  await asOwner(
    database,
    (sql) => sql`
      INSERT INTO strategy_signals (id, strategy_id, seq, version, candle_time, entry_time_ms, expiration_ms, body,
                                    previous_hash, hash, published_at)
      VALUES (${id}, ${strategyId}, ${seq}, 1, ${seq}, ${START_MS}, ${START_MS + 5 * MINUTE_MS},
              ${sql.json({ direction: 'PUT', entry_price: 1.08545 })}, '', '', ${new Date(START_MS)})`,
  );
  return id;
}

type Refused = { readonly strategyId: string; readonly signalId: string; readonly userId: string };

type Refusal = { readonly code?: string; readonly reached?: object | null; readonly resetsAt?: string | null };

/** Writes the decision that a signal was refused, as auto-trading stores it. */
export const writeRefusedDecision = (
  database: TestDatabase,
  { strategyId, signalId, userId }: Refused,
  { code = 'too_many_active', reached = null, resetsAt = null }: Refusal = {},
) =>
  asOwner(
    database,
    (sql) => sql`
      INSERT INTO automation_decisions (signal_id, automation, automation_id, user_id, decision, code, reason,
                                        decided_at)
      VALUES (${signalId}, 'strategy', ${strategyId}, ${userId}, 'refused', ${code},
              ${sql.json({
                values: code === 'daily_trade_limit' ? { limit: 5, resets: 'mañana a las 00:00' } : { maximum: 3 },
                details: resetsAt === null ? [] : [{ path: 'resets_at', message: resetsAt }],
                reached,
              })}, ${new Date(START_MS)})`,
  );

/** Writes that the graduation gate moved rules to demo, as that feature does. */
export const recordClosedGate = (database: TestDatabase, userId: string, seq: number) =>
  asOwner(
    database,
    (sql) => sql`
      INSERT INTO security_log (user_id, seq, at, kind, detail, previous_hash, hash)
      VALUES (${userId}, ${seq}, ${new Date(START_MS)}, 'automation_real_closed',
              ${sql.json({ name: 'Racha', to: 'deriv_demo', why: 'faltan datos' })}, '', '')`,
  );

/** Writes a broker connection that its user wants to stay open. */
export const writeWantedConnection = (database: TestDatabase, userId: string, isWanted = true) =>
  asOwner(
    database,
    (sql) => sql`
      INSERT INTO broker_connections (user_id, broker, is_wanted, connected_at, updated_at)
      VALUES (${userId}, 'deriv', ${isWanted}, now(), now())
      ON CONFLICT (user_id, broker) DO UPDATE SET is_wanted = ${isWanted}`,
  );

/** Writes a notification as a newer version of the server or a faulty trigger might. */
export const writeRawNotification = (database: TestDatabase, userId: string, kind: string, params: object) =>
  asOwner(database, async (sql) => {
    await sql`ALTER TABLE notifications DROP CONSTRAINT IF EXISTS notifications_kind_check`;
    await sql`
      INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
      VALUES (${userId}, ${kind}, ${randomUUID()}, '', ${sql.json(params)}, ${new Date(START_MS)})`;
  });

/** Writes a sign-in to the security log, as the auth feature does. */
export const recordSignIn = (database: TestDatabase, userId: string, seq: number, userAgent: string) =>
  asOwner(
    database,
    (sql) => sql`
      INSERT INTO security_log (user_id, seq, at, kind, session_id, ip, user_agent, previous_hash, hash)
      VALUES (${userId}, ${seq}, ${new Date(START_MS)}, 'signed_in', ${randomUUID()}, '10.0.0.1', ${userAgent}, '', '')`,
  );
