import { ManualClock } from '@vigia/testkit';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { type BrokerAccountKey, createAccounts, type MoneyAccount, NO_CONNECTIONS } from '../../accounts/index.ts';

export const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');

/** Fields of an ended trade that a test sets. All other columns have defaults. */
export type EndedTrade = {
  readonly entered?: string;
  readonly settled?: string;
  readonly status?: 'won' | 'lost' | 'expired' | 'cancelled';
  readonly symbol?: string;
  readonly direction?: 'CALL' | 'PUT';
  readonly mode?: string;
  readonly origin?: string;
  readonly stakeMinor?: number;
  readonly payoutBp?: number | null;
  readonly profitMinor?: number;
  readonly reason?: string;
  readonly execution?: 'confirmed' | 'rejected';
  /** Time (ms) from the acceptance to the tick of the entry price; null if the broker stated none. */
  readonly entryAfterMs?: number | null;
  /** Account of the trade; the paper account by default. */
  readonly account?: MoneyAccount;
};

/** Number of trades that one statement writes. The database cancels a statement that takes too long. */
const ROWS_AT_ONCE = 10_000;

type Rows = { readonly from: number; readonly before: number };

const PROFITS = { won: 850, lost: -1_000, expired: 0, cancelled: 0 };

/** Starts a real database with users and ended trades. */
export async function startHistory() {
  const database = await createTestDatabase();
  const { db } = database;
  const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
  const accounts = createAccounts({ ids: randomIds, keyedHash, connections: NO_CONNECTIONS });
  const clock = new ManualClock(NOW_MS);

  async function newPerson(timeZone = 'UTC'): Promise<string> {
    const userId = randomIds.next();
    await db.transaction(async (tx) => {
      await tx`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, now(), now())`;
      const metadata = { time_zone: timeZone };
      const person = { userId, email: null, phone: null, metadata, isAnonymous: true, nowMs: clock.now() };
      await accounts.openAccount(tx, person);
    });
    return userId;
  }

  /** Writes an ended trade as settlement would write it. Returns the id of the trade. */
  async function ended(userId: string, trade: EndedTrade = {}): Promise<string> {
    const account = trade.account ?? (await accounts.mockAccount(db.sql, userId));
    const { status = 'won', settled = '2026-11-20T14:05:00.000Z', entryAfterMs = -400 } = trade;
    const entered = new Date(trade.entered ?? Date.parse(settled) - 300_000);
    const id = randomIds.next();
    await db.sql`
      INSERT INTO trades ${db.sql.row({
        id,
        user_id: userId,
        account_id: account.accountId,
        broker: account.broker,
        account: account.kind,
        currency: account.currency,
        broker_account: account.broker === 'mock' ? null : account.accountId,
        send_by: entered,
        status,
        mode: trade.mode ?? 'mock',
        origin: trade.origin ?? 'manual',
        source: 'simulated',
        symbol: trade.symbol ?? 'EURUSD',
        direction: trade.direction ?? 'CALL',
        duration_min: 5,
        duration_s: null,
        duration_ticks: null,
        stake_minor: trade.stakeMinor ?? 1_000,
        payout_bp: trade.payoutBp === undefined ? 8_500 : trade.payoutBp,
        entry_price: 1.1,
        entry_tick_ms: entryAfterMs === null ? null : entered.getTime() + entryAfterMs,
        entry_time: entered,
        created_at: entered,
        expiry_time: new Date(entered.getTime() + 300_000),
        execution: trade.execution ?? 'confirmed',
        profit_minor: trade.profitMinor ?? PROFITS[status],
        settled_at: new Date(settled),
        settle_price: 1.2,
        settle_tick_ms: Date.parse(settled) - 900,
        settle_reason: trade.reason ?? null,
      })}`;
    return id;
  }

  /** Returns an account of a user at a broker. The first call creates it. */
  const brokerAccount = (userId: string, key: BrokerAccountKey): Promise<MoneyAccount> =>
    db.transaction(async (tx) => {
      const account = await accounts.lockBrokerAccount(tx, userId, key, clock.now());
      if (account === null) throw new Error(`no user ${userId}`);
      return account;
    });

  /**
   * Writes many trades that end in groups of ten, one group per minute backwards from noon of 2026-11-20. Won, lost and
   * tied trades alternate.
   */
  async function endedMany(userId: string, count: number): Promise<void> {
    const { accountId } = await accounts.mockAccount(db.sql, userId);
    for (let from = 0; from < count; from += ROWS_AT_ONCE)
      await insertEnded(userId, accountId, { from, before: Math.min(count, from + ROWS_AT_ONCE) });
  }

  const insertEnded = (userId: string, accountId: string, { from, before }: Rows) => db.sql`
      INSERT INTO trades
        (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction, stake_minor,
                          payout_bp, duration_min, entry_price, entry_tick_ms,
                          entry_time, expiry_time, status, execution,
                          profit_minor, settled_at, created_at, settle_price, settle_tick_ms)
      SELECT gen_random_uuid(), ${userId}, ${accountId}, 'mock', 'mock', 'mock', 'manual',
             (ARRAY['EURUSD', 'BTCUSD', 'XAUUSD'])[1 + n % 3], 'simulated', 'CALL', 1000, 8500, 5, 1.1, 0,
             at - interval '5 minutes', at, (ARRAY['won', 'lost', 'expired'])[1 + n % 3], 'confirmed',
             (ARRAY[850, -1000, 0])[1 + n % 3], at, at - interval '5 minutes', 1.2, 0
      FROM (SELECT n, '2026-11-20 12:00Z'::timestamptz - (n / 10) * interval '1 minute' AS at
            FROM generate_series(${from}::int, ${before - 1}::int) AS n) s`;

  return { database, db, accounts, clock, newPerson, ended, endedMany, brokerAccount, close: () => database.close() };
}
