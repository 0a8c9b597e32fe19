import { Username } from '@vigia/contract';
import { type EpochMs, type IdSource, minorUnits } from '@vigia/core/kernel';
import { PAPER_BOOK } from '@vigia/core/risk';
import { deposit } from '@vigia/core/trades';
import { LIMITS } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import { bookTransfers } from './ledger.ts';
import { setLimits } from './limits/set-limits.ts';
import { applyEarlierExclusion, type ExclusionDeps } from './safety/exclusion.repository.ts';
import { storePhoneMark } from './safety/exclusion-marks.ts';
import { ianaTimeZone } from './time-zone.ts';

/** A user who has just signed up. The same transaction inserts their row into auth_users. */
export type NewAccount = {
  readonly userId: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** Metadata of the sign-up. Only username, first_name, last_name, phone and time_zone are used. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly isAnonymous: boolean;
  readonly nowMs: EpochMs;
};

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Returns the user name if it is valid, else null. An invalid name must not stop a sign-up; the user can choose one
 * later.
 */
const username = (value: unknown): string | null => Username.safeParse(text(value)?.normalize()).data ?? null;

/** Creates profile, settings and a paper account with its opening deposit, in the caller's transaction. */
export async function openAccount(
  tx: Transaction,
  { ids, ...deps }: ExclusionDeps & { readonly ids: IdSource },
  account: NewAccount,
): Promise<void> {
  const now = new Date(account.nowMs);
  const timeZone = ianaTimeZone(account.metadata['time_zone']) ?? 'UTC';
  await insertProfile(tx, account, now);
  await tx`
    INSERT INTO user_settings (user_id, time_zone, limits_time_zone, updated_at)
    VALUES (${account.userId}, ${timeZone}, ${timeZone}, ${now})`;
  const { userId, nowMs } = account;
  await applyEarlierExclusion(tx, deps, { userId, nowMs });
  await storePhoneMark(tx, deps.keyedHash, userId);
  const accountId = ids.next();
  await tx`
    INSERT INTO accounts (id, user_id, broker, kind, created_at)
    VALUES (${accountId}, ${account.userId}, 'mock', 'mock', ${now})`;
  const transfer = deposit(minorUnits(LIMITS.mockBalanceDefaultMinor));
  await bookTransfers(tx, ids, [{ accountId, tradeId: null, transfer }], account.nowMs);
}

/** Inserts the profile. An anonymous user has no name yet; the web app shows 'Usuario' instead. */
async function insertProfile(tx: Transaction, account: NewAccount, now: Date): Promise<void> {
  const metadata = account.isAnonymous ? {} : account.metadata;
  await tx`
    INSERT INTO users (id, username, email, first_name, last_name, phone, default_trade_amount_minor,
                       max_concurrent_trades, created_at, updated_at)
    VALUES (${account.userId}, ${username(metadata['username'])}, ${account.email}, ${text(metadata['first_name'])},
            ${text(metadata['last_name'])}, ${account.phone ?? text(metadata['phone'])},
            ${LIMITS.tradeAmountDefaultMinor}, ${LIMITS.maxConcurrentTradesDefault}, ${now}, ${now})`;
}

export type ProfileDetails = {
  readonly how: 'replace' | 'fill';
  readonly metadata: NewAccount['metadata'];
  readonly nowMs: EpochMs;
};

/**
 * Writes the details that a user entered, including the time zone, to the profile after the address is confirmed.
 * @param how `replace` for a sign-up, because another client may have signed up with the address first; `fill` keeps
 * existing details
 */
export async function writeProfileDetails(
  tx: Transaction,
  deps: ExclusionDeps,
  userId: string,
  { how, metadata, nowMs }: ProfileDetails,
): Promise<void> {
  const column = (name: string) =>
    how === 'fill' ? tx`coalesce(${tx(name)}, ${text(metadata[name])})` : tx`${text(metadata[name])}`;
  await tx`
    UPDATE users SET username = ${column('username')}, first_name = ${column('first_name')},
           last_name = ${column('last_name')}, phone = ${column('phone')}, updated_at = ${new Date(nowMs)}
    WHERE id = ${userId}`;
  await storePhoneMark(tx, deps.keyedHash, userId);
  await setTimeZone(tx, userId, metadata['time_zone'], nowMs);
}

/**
 * Changes the user's time zone at once, and the time zone of the limits 24 hours later. Ignores a name that is not an
 * IANA zone.
 */
export async function setTimeZone(tx: Transaction, userId: string, zone: unknown, nowMs: EpochMs): Promise<void> {
  const timeZone = ianaTimeZone(zone);
  if (timeZone === null) return;
  await setLimits(tx, userId, PAPER_BOOK, { timeZone }, nowMs);
  await tx`
    UPDATE user_settings SET time_zone = ${timeZone}, updated_at = ${new Date(nowMs)} WHERE user_id = ${userId}`;
}
