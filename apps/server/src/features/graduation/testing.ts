import { epochMs } from '@vigia/core/kernel';
import type { AutomationKind } from '@vigia/core/vocabulary';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';
import type { Accounts, BrokerVenue } from '../accounts/index.ts';
import { writeLimits } from '../accounts/limits/testing.ts';
import { strategyBody } from '../strategies/testing-body.ts';

const HOUR_MS = 3_600_000;

/** Makes a user meet every condition of real money except those of a session and a connection. */
export async function readyForRealMoney(sql: Sql, userId: string): Promise<void> {
  await sql`
    UPDATE auth_users SET is_anonymous = false, email = ${`${userId}@example.com`}, email_confirmed_at = now()
    WHERE id = ${userId}`;
  await sql`
    INSERT INTO auth_factors (id, user_id, friendly_name, status, secret_sealed, created_at, updated_at)
    VALUES (${randomIds.next()}, ${userId}, 'one', 'verified', '', now(), now())`;
  await sql`
    UPDATE user_settings SET adult_declared_at = now(), country = 'MX', country_declared_at = now()
    WHERE user_id = ${userId}`;
  await writeLimits(sql, userId, { daily_loss_limit_minor: 500_000 }, 'real');
}

type NewStrategy = { readonly userId: string; readonly account: BrokerVenue | null; readonly stake?: object };

/** Stores an active strategy that trades by itself on this account. */
export async function insertStrategy(sql: Sql, { userId, account, stake = {} }: NewStrategy): Promise<string> {
  const id = randomIds.next();
  const { parameters } = strategyBody({ parameters: { trade_amount: 10, ...stake } });
  await sql`
    INSERT INTO strategies (id, user_id, name, type, asset, timeframe, price_source, parameters, status, auto_trade,
                            account_broker, account_kind, anchor_time, live_since, created_at, updated_at)
    VALUES (${id}, ${userId}, ${id}, 'rsi', 'EURUSD', '5m', 'iqoption', ${sql.json(parameters)}, 'active', true,
            ${account?.broker ?? null}, ${account?.kind ?? 'demo'}, 0, now(), now(), now())`;
  return id;
}

/** Stores an active PCR setup that trades by itself on this account. */
export async function insertSetup(sql: Sql, { userId, account }: Omit<NewStrategy, 'stake'>): Promise<string> {
  const id = randomIds.next();
  await sql`
    INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, auto_trade, definition, account_broker,
                            account_kind, anchor_time, live_since, created_at, updated_at)
    VALUES (${id}, ${userId}, ${id}, 'EURUSD', '5m', true, true, '{}', ${account?.broker ?? null},
            ${account?.kind ?? 'demo'}, 0, now(), now(), now())`;
  return id;
}

export type PastTrades = {
  readonly userId: string;
  /** Id of the strategy, or of the setup. */
  readonly strategyId: string;
  /** `strategy` if absent. */
  readonly kind?: AutomationKind;
  readonly venue: BrokerVenue;
  readonly won: number;
  readonly lost?: number;
  readonly version?: number;
  /** Time of the first trade; the others follow every five hours, the lost ones last. */
  readonly fromMs: number;
};

/** Stores settled trades of a strategy or setup with their signals, without ledger transfers. */
export async function insertTrades(
  { db, accounts }: { readonly db: Database; readonly accounts: Accounts },
  { userId, strategyId, kind = 'strategy', venue, won, lost = 0, version = 1, fromMs }: PastTrades,
): Promise<void> {
  const [signals, owner] =
    kind === 'pcr' ? (['pcr_signals', 'setup_id'] as const) : (['strategy_signals', 'strategy_id'] as const);
  await db.transaction(async (tx) => {
    const key = { ...venue, currency: 'USD', brokerAccount: `login-${venue.kind}` } as const;
    const account = await accounts.lockBrokerAccount(tx, userId, key, epochMs(fromMs));
    if (account === null) throw new Error(`no user ${userId}`);
    await tx`
      WITH made AS (
        SELECT n, gen_random_uuid() AS signal_id, gen_random_uuid() AS trade_id,
               to_timestamp((${fromMs}::float8 + n * ${5 * HOUR_MS}::float8) / 1000.0) AS at
        FROM generate_series(0, ${won + lost - 1}::int) AS n),
      signals AS (
        INSERT INTO ${tx(signals)} (id, ${tx(owner)}, seq, version, candle_time, entry_time_ms, expiration_ms, body,
                                      previous_hash, hash, published_at)
        SELECT signal_id, ${strategyId}, base.seq + n, ${version}, base.seq + n,
               (extract(epoch FROM at) * 1000)::bigint, (extract(epoch FROM at) * 1000)::bigint + 300000,
               '{}', '', '', at
        FROM made CROSS JOIN (
          SELECT coalesce(max(seq), 0) + 1 AS seq FROM ${tx(signals)} WHERE ${tx(owner)} = ${strategyId}) base)
      INSERT INTO trades (id, user_id, account_id, broker, account, currency, broker_account, send_by, sent_at, mode,
                          origin, symbol, source, direction, duration_min, stake_minor, payout_bp, entry_price,
                          entry_time, created_at, expiry_time, status, execution, profit_minor, settled_at,
                          automation_id, signal_id)
      SELECT trade_id, ${userId}, ${account.accountId}, ${venue.broker}, ${venue.kind}, 'USD', ${key.brokerAccount}, at,
             at, NULL, ${kind}::text, 'EURUSD', 'iqoption', 'CALL', 5, 1000, 8500,
             1.1, at, at, at + interval '5 minutes', CASE WHEN n < ${won}::int THEN 'won' ELSE 'lost' END, 'confirmed',
             CASE WHEN n < ${won}::int THEN 850 ELSE -1000 END, at + interval '5 minutes', ${strategyId}, signal_id
      FROM made`;
  });
}
