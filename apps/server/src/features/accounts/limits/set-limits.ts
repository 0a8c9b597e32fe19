import type { EpochMs } from '@vigia/core/kernel';
import {
  changeLimits,
  LIMIT_NAMES,
  type LimitBook,
  type LimitName,
  type LimitValues,
  type UserLimits,
} from '@vigia/core/risk';
import type { Sql } from '#platform/persistence/database.ts';
import { lockOrders } from './automation-state.ts';
import { readLimits } from './stored-limits.ts';

/** Limits that all accounts of a user share. They are columns of the profile and of the settings. */
const SHARED = ['maxConcurrentTrades', 'timeZone'] as const;
type SharedName = (typeof SHARED)[number];
const isShared = (name: LimitName): name is SharedName => SHARED.some((shared) => shared === name);

/** Column of a book with the current value of each limit. */
const COLUMNS: Readonly<Record<Exclude<LimitName, SharedName>, string>> = {
  maxStakeMinor: 'max_stake_minor',
  dailyLossLimitMinor: 'daily_loss_limit_minor',
  weeklyLossLimitMinor: 'weekly_loss_limit_minor',
  dailyTradeLimit: 'daily_trade_limit',
  coolDownLosses: 'cool_down_losses',
  coolDownMinutes: 'cool_down_minutes',
};

/**
 * Changes limits of a book (kind of money and currency). A stricter value applies at once, a looser one a day later.
 * Returns the limits before and after. In a transaction it first waits for orders that are being placed, because they
 * were approved under the earlier limits. Once the response confirms a stricter limit, no such order is placed any
 * more.
 */
export async function setLimits(
  sql: Sql,
  userId: string,
  book: LimitBook,
  change: Partial<LimitValues>,
  nowMs: EpochMs,
): Promise<{ readonly before: UserLimits; readonly after: UserLimits }> {
  await lockOrders(sql, userId);
  const before = await readLimits(sql, userId, book, nowMs);
  const after = changeLimits(before, change, nowMs);
  const named = LIMIT_NAMES.filter((name) => change[name] !== undefined);
  const now = new Date(nowMs);
  const own = named.filter((name) => !isShared(name));
  const shared = named.filter(isShared);
  if (own.length > 0) await writeBook(sql, userId, book, { limits: after, names: own, now });
  if (shared.length > 0) await writeShared(sql, userId, { limits: after, names: shared, now });
  return { before, after };
}

/** Returns the pending changes in their stored form, by limit. */
const waitingOf = (limits: UserLimits, names: readonly LimitName[]) =>
  Object.fromEntries(names.flatMap((name) => (limits[name].waiting ? [[name, limits[name].waiting]] : [])));

type Write<Name extends LimitName> = {
  readonly limits: UserLimits;
  readonly names: readonly Name[];
  readonly now: Date;
};

/** Writes only the changed limits, so that a concurrent change of another limit is not overwritten. */
async function writeBook(
  sql: Sql,
  userId: string,
  { scope, currency }: LimitBook,
  { limits, names, now }: Write<Exclude<LimitName, SharedName>>,
) {
  const columns: Record<string, string | number | Date | null> = { updated_at: now };
  for (const name of names) columns[COLUMNS[name]] = limits[name].value;
  await sql`
    INSERT INTO limit_books (user_id, scope, currency, updated_at)
    VALUES (${userId}, ${scope}, ${currency}, ${now}) ON CONFLICT DO NOTHING`;
  await sql`
    UPDATE limit_books
    SET ${sql(columns)}, waiting = (waiting - ${[...names]}::text[]) || ${sql.json(waitingOf(limits, names))}
    WHERE user_id = ${userId} AND scope = ${scope} AND currency = ${currency}`;
}

async function writeShared(sql: Sql, userId: string, { limits, names, now }: Write<SharedName>) {
  const columns = { updated_at: now, ...(names.includes('timeZone') && { limits_time_zone: limits.timeZone.value }) };
  const waiting = waitingOf(limits, names);
  await sql`
    UPDATE user_settings
    SET ${sql(columns)},
        waiting_limits = (waiting_limits - ${[...names]}::text[]) || ${sql.json(waiting)}
    WHERE user_id = ${userId}`;
  if (!names.includes('maxConcurrentTrades')) return;
  await sql`
    UPDATE users SET max_concurrent_trades = ${limits.maxConcurrentTrades.value}, updated_at = ${now}
    WHERE id = ${userId}`;
}
