import { randomBytes } from 'node:crypto';
import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { destroyDataKey, ensureDataKey, withDataKey } from '#platform/crypto/data-keys.ts';
import type { KeyRing } from '#platform/crypto/key-ring.ts';
import type { Sealer } from '#platform/crypto/sealer.ts';
import { isDatabaseError } from '#platform/persistence/connection-fault.ts';
import type { Database, Sql, Transaction } from '#platform/persistence/database.ts';
import { hintOf } from './hint.ts';

/** Data that binds an encrypted value to its row and column, so that it cannot be decrypted in another place. */
const aadOf = (column: 'sealed' | 'resume_sealed', userId: string, brokerId: BrokerId): string =>
  `broker_credentials:${column}:${userId}:${brokerId}:v1`;

const Stored = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), email: z.string(), password: z.string() }),
  z.object({ kind: z.literal('api_token'), token: z.string(), appId: z.string() }),
  z.object({
    kind: z.literal('browser_session'),
    token: z.string(),
    cookies: z.string().nullable(),
    userAgent: z.string().nullable(),
  }),
]);

/** Credentials of an account at a broker, and the secret that resumes the last session there. */
export type Login = { readonly credentials: BrokerCredentials; readonly resume: string | null };

type Row = { readonly sealed: Buffer; readonly resume_sealed: Buffer | null };

/**
 * Stores users' broker credentials, encrypted under each user's own key. The credentials are sent only to the broker.
 */
export class Vault {
  readonly #db: Database;
  readonly #keyRing: KeyRing;
  readonly #clock: Clock;

  constructor({ db, keyRing, clock }: { readonly db: Database; readonly keyRing: KeyRing; readonly clock: Clock }) {
    this.#db = db;
    this.#keyRing = keyRing;
    this.#clock = clock;
  }

  /** Replaces the stored login at this broker. */
  async store(tx: Transaction, userId: string, brokerId: BrokerId, { credentials, resume }: Login): Promise<void> {
    const now = new Date(this.#clock.now());
    await ensureDataKey(tx, this.#keyRing, userId, now);
    const sealed = await withDataKey(tx, this.#keyRing, userId, (sealer) => ({
      login: seal(sealer, JSON.stringify(credentials), aadOf('sealed', userId, brokerId)),
      resume: resume === null ? null : seal(sealer, resume, aadOf('resume_sealed', userId, brokerId)),
    }));
    if (sealed === null) throw new Error(`person ${userId} has no data key`);
    await tx`
      INSERT INTO broker_credentials (user_id, broker, kind, hint, sealed, resume_sealed, stored_at)
      VALUES (${userId}, ${brokerId}, ${credentials.kind}, ${hintOf(credentials)}, ${sealed.login}, ${sealed.resume},
              ${now})
      ON CONFLICT (user_id, broker) DO UPDATE
      SET kind = excluded.kind, hint = excluded.hint, sealed = excluded.sealed, resume_sealed = excluded.resume_sealed,
          refused_at = NULL, stored_at = excluded.stored_at`;
  }

  /**
   * Returns the stored login; null if there is none. `unreadable`: it was altered or moved, or its key is unavailable.
   */
  async read(userId: string, brokerId: BrokerId): Promise<Result<Login | null, 'unreadable'>> {
    const { sql } = this.#db;
    const [row] = await sql<Row[]>`
      SELECT sealed, resume_sealed FROM broker_credentials WHERE user_id = ${userId} AND broker = ${brokerId}`;
    if (row === undefined) return ok(null);
    try {
      const login = await withDataKey(sql, this.#keyRing, userId, (sealer) => ({
        credentials: Stored.parse(JSON.parse(unseal(sealer, row.sealed, aadOf('sealed', userId, brokerId)))),
        resume: row.resume_sealed && unseal(sealer, row.resume_sealed, aadOf('resume_sealed', userId, brokerId)),
      }));
      return login === null ? err('unreadable') : ok(login);
    } catch (error) {
      if (isFaultOfTheDatabase(error)) throw error;
      return err('unreadable');
    }
  }

  /** Stores the secret that a later session can resume with; null wipes it. */
  async keepResumable(sql: Sql, userId: string, brokerId: BrokerId, resume: string | null): Promise<void> {
    const sealed =
      resume === null
        ? null
        : await withDataKey(sql, this.#keyRing, userId, (sealer) =>
            seal(sealer, resume, aadOf('resume_sealed', userId, brokerId)),
          );
    await sql`
      UPDATE broker_credentials SET resume_sealed = ${sealed} WHERE user_id = ${userId} AND broker = ${brokerId}`;
  }

  /** Stores whether the broker refuses the stored credentials. */
  async noteRefused(sql: Sql, userId: string, brokerId: BrokerId, isRefused: boolean): Promise<void> {
    const refusedAt = isRefused ? new Date(this.#clock.now()) : null;
    await sql`
      UPDATE broker_credentials SET refused_at = ${refusedAt} WHERE user_id = ${userId} AND broker = ${brokerId}`;
  }

  /** Wipes the stored login. After the last one the user's key is wiped too, so that no copy can be decrypted. */
  async forget(tx: Transaction, userId: string, brokerId: BrokerId): Promise<void> {
    await tx`
      UPDATE broker_credentials SET sealed = ${randomBytes(64)}, resume_sealed = NULL, hint = ''
      WHERE user_id = ${userId} AND broker = ${brokerId}`;
    await tx`DELETE FROM broker_credentials WHERE user_id = ${userId} AND broker = ${brokerId}`;
    const left = await tx`SELECT 1 FROM broker_credentials WHERE user_id = ${userId}`;
    if (left.length === 0) await destroyDataKey(tx, userId);
  }
}

function seal(sealer: Sealer, text: string, aad: string): Buffer {
  const plaintext = Buffer.from(text);
  const sealed = sealer.seal(plaintext, aad);
  plaintext.fill(0);
  return sealed;
}

function unseal(sealer: Sealer, sealed: Buffer, aad: string): string {
  const plaintext = sealer.open(sealed, aad);
  const text = plaintext.toString();
  plaintext.fill(0);
  return text;
}

const isFaultOfTheDatabase = (error: unknown): boolean => isDatabaseError(error);
