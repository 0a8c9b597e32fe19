import { type EpochMs, epochMs } from '@vigia/core/kernel';
import type { SecurityWait } from '@vigia/core/risk';
import type { BrokerId, SecurityWaitReason } from '@vigia/core/vocabulary';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Database, Sql, Transaction } from '#platform/persistence/database.ts';
import { excludeSharedLogins } from './excluded-logins.ts';
import {
  exclusionEndOfMarks,
  marksAtBrokers,
  marksOfAddress,
  marksOfPhone,
  storeMarks,
  storePhoneMark,
  untilToSql,
} from './exclusion-marks.ts';
import { leaveRealMoney } from './safety.repository.ts';

export type ExclusionDeps = { readonly keyedHash: KeyedHash };

type EndRow = { readonly until: Date | null; readonly forever: boolean | null };
const endOf = (row: EndRow | undefined): number | null =>
  row?.forever === true ? Infinity : (row?.until?.getTime() ?? null);

/**
 * Returns the end of a user's self-exclusion: Infinity if it is permanent, null if there never was one.
 * @param lock whether to lock the row until the transaction ends
 */
export async function excludedUntil(sql: Sql, userId: string, lock = false): Promise<number | null> {
  const [row] = await sql<EndRow[]>`
    SELECT nullif(self_excluded_until, 'infinity') AS until, self_excluded_until = 'infinity' AS forever
    FROM user_settings WHERE user_id = ${userId} ${lock ? sql`FOR UPDATE` : sql``}`;
  return endOf(row);
}

/** The times until which real-money orders of a user are blocked. */
export type RealMoneyBlocks = {
  /**
   * End of the user's own self-exclusion or of the exclusion of their phone number, whichever is later. Infinity means
   * permanent, null means no exclusion.
   */
  readonly excludedUntilMs: number | null;
  /**
   * End of the exclusion of the user's broker login or broker account. Infinity means permanent, null means no
   * exclusion.
   */
  readonly loginExcludedUntilMs: number | null;
  /** The latest block of real money after a security change, even if it has ended; null if there never was one. */
  readonly securityWait: SecurityWait | null;
};

type HoldRow = EndRow & {
  readonly login_until: Date | null;
  readonly login_forever: boolean | null;
  readonly waits_until: Date | null;
  readonly reason: SecurityWaitReason | null;
};

/**
 * Reads all blocks of real money for a user and their login at a broker. It is one statement, because every real-money
 * order runs it.
 * @param broker null ignores exclusions of broker logins
 */
export async function readRealMoneyBlocks(sql: Sql, userId: string, broker: BrokerId | null): Promise<RealMoneyBlocks> {
  const [row] = await sql<HoldRow[]>`
    SELECT nullif(own.until, 'infinity') AS until, own.until = 'infinity' AS forever,
           nullif(login.until, 'infinity') AS login_until, login.until = 'infinity' AS login_forever,
           s.real_money_waits_until AS waits_until, s.real_money_waits_for AS reason
    FROM user_settings s JOIN users u ON u.id = s.user_id
    LEFT JOIN self_excluded_addresses phone ON phone.address_hash = u.phone_mark
    LEFT JOIN broker_connections n ON n.user_id = s.user_id AND n.broker = ${broker}
    LEFT JOIN self_excluded_addresses mark ON mark.address_hash = n.login_mark
    CROSS JOIN LATERAL (SELECT greatest(n.excluded_until, mark.excluded_until) AS until) login
    CROSS JOIN LATERAL (SELECT greatest(s.self_excluded_until, phone.excluded_until) AS until) own
    WHERE s.user_id = ${userId}`;
  if (row === undefined) return { excludedUntilMs: null, loginExcludedUntilMs: null, securityWait: null };
  const { login_until, login_forever, waits_until, reason } = row;
  return {
    excludedUntilMs: endOf(row),
    loginExcludedUntilMs: endOf({ until: login_until, forever: login_forever }),
    securityWait: waits_until && reason && { untilMs: epochMs(waits_until.getTime()), reason },
  };
}

/**
 * Excludes a user from real money, together with the user's address, mailbox, phone number, broker logins and broker
 * accounts. Neither another account nor the deletion of this account ends the exclusion, and it can only become longer.
 * A chosen real account is replaced by the paper account at once, also for other users with the same broker login.
 * @param untilMs Infinity for a permanent exclusion
 * @returns the other users whose chosen account changed; the caller publishes `ACCOUNT_CHOSEN` for them after the
 * commit
 */
export async function excludeFromRealMoney(
  tx: Transaction,
  { keyedHash }: ExclusionDeps,
  { userId, untilMs, nowMs }: { readonly userId: string; readonly untilMs: number; readonly nowMs: EpochMs },
): Promise<readonly string[]> {
  await tx`
    UPDATE user_settings
    SET self_excluded_until = greatest(self_excluded_until, ${untilToSql(tx, untilMs)}), updated_at = ${new Date(nowMs)}
    WHERE user_id = ${userId}`;
  await leaveRealMoney(tx, userId);
  for (const marksOf of [marksOfAddress, marksOfPhone, marksAtBrokers]) {
    await storeMarks(tx, await marksOf(tx, keyedHash, userId), untilMs);
  }
  return excludeSharedLogins(tx, { userId, untilMs, nowMs });
}

/**
 * Compares two self-exclusions: that of the user, and that stored for the mailbox in the user's profile, for example by
 * an earlier account. Applies the longer one to both the user and the address.
 */
export async function applyEarlierExclusion(
  tx: Transaction,
  deps: ExclusionDeps,
  { userId, nowMs }: { readonly userId: string; readonly nowMs: EpochMs },
): Promise<void> {
  const leftMs = await exclusionEndOfMarks(tx, await marksOfAddress(tx, deps.keyedHash, userId));
  const untilMs = Math.max(leftMs, (await excludedUntil(tx, userId, true)) ?? 0);
  if (untilMs > nowMs) await excludeFromRealMoney(tx, deps, { userId, untilMs, nowMs });
}

/**
 * Stores the marks of every self-excluded user and of every phone number. Earlier versions of the server stored fewer
 * marks, so their exclusions would not apply to all accounts of a person.
 */
export async function followExclusions(db: Database, deps: ExclusionDeps, nowMs: EpochMs): Promise<void> {
  const phones = await db.sql<{ id: string }[]>`SELECT id FROM users WHERE phone IS NOT NULL AND phone_mark IS NULL`;
  for (const { id } of phones) await storePhoneMark(db.sql, deps.keyedHash, id);
  const rows = await db.sql<{ user_id: string }[]>`
    SELECT user_id FROM user_settings WHERE self_excluded_until > ${new Date(nowMs)}`;
  for (const { user_id: userId } of rows) {
    await db.transaction((tx) => applyEarlierExclusion(tx, deps, { userId, nowMs }));
  }
}
