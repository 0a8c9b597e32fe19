import { createHash } from 'node:crypto';
import { Option } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

export type StoredResponse = { readonly kind: 'replay'; readonly option: Option } | { readonly kind: 'conflict' };

/** Returns true if the key has 1–200 visible ASCII characters. */
export const isIdempotencyKey = (key: string): boolean =>
  key.length <= LIMITS.idempotencyKeyMaxLength && /^[\x21-\x7e]+$/.test(key);

/** Returns the hash of a request. Requests with equal fields have equal hashes, in any order of the fields. */
export function requestHash(request: object): Buffer {
  const canonical = JSON.stringify(Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(canonical).digest();
}

/** Key of a stored response: the user and their idempotency key. `hash` is the hash of the request. */
export type IdempotencyRecordKey = { readonly userId: string; readonly key: string; readonly hash: Buffer };

/**
 * Locks a user's idempotency key until the transaction ends. Transactions with the same key of the same user run one
 * after another, on any account. An order takes this lock before all others, so an order that waits for it holds no
 * other lock.
 */
export async function lockKey(tx: Transaction, { userId, key }: IdempotencyRecordKey): Promise<void> {
  await lockSubject(tx, 'orderKeys', `${userId}:${key}`);
}

/**
 * Returns the response stored for this key. Returns null if there is none, and `conflict` if the stored request
 * differs. If an order depends on the result, the caller holds the lock of the key. Of many equal concurrent requests,
 * the first then writes the response and the others find it.
 */
export async function findStoredResponse(
  sql: Sql,
  { userId, key, hash }: IdempotencyRecordKey,
): Promise<StoredResponse | null> {
  const [row] = await sql<{ request_hash: Buffer; response: unknown }[]>`
    SELECT request_hash, response FROM idempotency_keys WHERE user_id = ${userId} AND key = ${key}`;
  if (!row) return null;
  if (!row.request_hash.equals(hash)) return { kind: 'conflict' };
  return { kind: 'replay', option: Option.parse(row.response) };
}

/** Stores the response for this key, so that later requests with the key get the same one. */
export async function storeResponse(
  sql: Sql,
  { userId, key, hash }: IdempotencyRecordKey,
  option: Option,
  nowMs: number,
): Promise<void> {
  await sql`
    INSERT INTO idempotency_keys (user_id, key, request_hash, response, created_at)
    VALUES (${userId}, ${key}, ${hash}, ${sql.json(option)}, ${new Date(nowMs)})`;
}

/** Deletes stored responses that are older than the retention time. */
export async function deleteOldResponses(sql: Sql, nowMs: number): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE created_at < ${new Date(nowMs - LIMITS.idempotencyKeptMs)}`;
}
