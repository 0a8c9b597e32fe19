import type { ConsentTokens } from '@vigia/broker-kit/port';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { ensureDataKey, withDataKey } from '#platform/crypto/data-keys.ts';
import type { KeyRing } from '#platform/crypto/key-ring.ts';
import { overwritingBytes } from '#platform/crypto/overwriting.ts';
import { isDatabaseError } from '#platform/persistence/connection-fault.ts';
import type { Database, Sql, Transaction } from '#platform/persistence/database.ts';
import { hintOf } from './hint.ts';
import {
  type AadOf,
  type LoginSecrets,
  type SealedLogin,
  sealCredentials,
  sealLogin,
  sealResumeSecret,
  unsealLogin,
} from './sealed-login.ts';
import { destroyUnusedKey } from './unused-key.ts';

/** Binds the encrypted columns to the user and the broker. */
const boundTo =
  (userId: string, brokerId: BrokerId): AadOf =>
  (column) =>
    `broker_credentials:${column}:${userId}:${brokerId}:v1`;

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

  /** Replaces the stored login at this broker. A login that looks like the stored one keeps its label. */
  async store(tx: Transaction, userId: string, brokerId: BrokerId, login: LoginSecrets, label: string | null = null) {
    const now = new Date(this.#clock.now());
    const { kind } = login.credentials;
    await ensureDataKey(tx, this.#keyRing, userId, now);
    const sealed = await withDataKey(tx, this.#keyRing, userId, (sealer) =>
      sealLogin(sealer, login, boundTo(userId, brokerId)),
    );
    if (sealed === null) throw new Error(`user ${userId} has no data key`);
    await tx`
      INSERT INTO broker_credentials AS stored (user_id, broker, kind, hint, sealed, resume_sealed, stored_at, label)
      VALUES (${userId}, ${brokerId}, ${kind}, ${hintOf(login.credentials)}, ${sealed.sealed}, ${sealed.resume_sealed},
              ${now}, ${label})
      ON CONFLICT (user_id, broker) DO UPDATE
      SET kind = excluded.kind,
          label = CASE WHEN stored.hint = excluded.hint THEN stored.label ELSE excluded.label END,
          hint = excluded.hint, sealed = excluded.sealed, resume_sealed = excluded.resume_sealed,
          refused_at = NULL, stored_at = excluded.stored_at, renewing_until = NULL`;
  }

  /** Acquires the lease to renew OAuth tokens. Returns false if it is held, or if no such tokens are stored. */
  async claimRenewal(tx: Transaction, userId: string, brokerId: BrokerId, now: Date, until: Date): Promise<boolean> {
    const claimed = await tx`
      UPDATE broker_credentials SET renewing_until = ${until}
      WHERE user_id = ${userId} AND broker = ${brokerId} AND kind = 'oauth'
        AND (renewing_until IS NULL OR renewing_until <= ${now}) RETURNING 1`;
    return claimed.length > 0;
  }

  /**
   * Releases the lease to renew tokens, unless another process has acquired it since.
   * @param until end of the lease, by which its holder is recognised
   */
  async releaseRenewal(tx: Transaction, userId: string, brokerId: BrokerId, until: Date): Promise<void> {
    await tx`
      UPDATE broker_credentials SET renewing_until = NULL
      WHERE user_id = ${userId} AND broker = ${brokerId} AND renewing_until = ${until}`;
  }

  /**
   * Replaces OAuth tokens by renewed ones and releases the lease.
   * @param until end of the lease
   * @returns false if the lease was lost, or if the login was replaced or wiped in the meantime
   */
  async storeRenewed(
    tx: Transaction,
    userId: string,
    brokerId: BrokerId,
    tokens: ConsentTokens,
    until: Date,
  ): Promise<boolean> {
    const sealed = await withDataKey(tx, this.#keyRing, userId, (sealer) =>
      sealCredentials(sealer, tokens, boundTo(userId, brokerId)),
    );
    const stored = await tx`
      UPDATE broker_credentials SET sealed = ${sealed}, renewing_until = NULL
      WHERE user_id = ${userId} AND broker = ${brokerId} AND renewing_until = ${until} RETURNING 1`;
    return stored.length > 0;
  }

  /**
   * Returns the stored login; null if there is none. `unreadable` means that it was altered or moved, or that its key
   * is unavailable.
   */
  async read(userId: string, brokerId: BrokerId): Promise<Result<LoginSecrets | null, 'unreadable'>> {
    const { sql } = this.#db;
    const [row] = await sql<SealedLogin[]>`
      SELECT sealed, resume_sealed FROM broker_credentials WHERE user_id = ${userId} AND broker = ${brokerId}`;
    if (row === undefined) return ok(null);
    try {
      const login = await withDataKey(sql, this.#keyRing, userId, (sealer) =>
        unsealLogin(sealer, row, boundTo(userId, brokerId)),
      );
      return login === null ? err('unreadable') : ok(login);
    } catch (error) {
      if (isFaultOfTheDatabase(error)) throw error;
      return err('unreadable');
    }
  }

  /** Stores the secret with which a later session can resume; null wipes it. */
  async keepResumable(sql: Sql, userId: string, brokerId: BrokerId, resume: string | null): Promise<void> {
    const sealed = await withDataKey(sql, this.#keyRing, userId, (sealer) =>
      sealResumeSecret(sealer, resume, boundTo(userId, brokerId)),
    );
    await sql`
      UPDATE broker_credentials SET resume_sealed = ${sealed} WHERE user_id = ${userId} AND broker = ${brokerId}`;
  }

  /** Stores whether the broker refuses the stored credentials. */
  async recordRefusal(sql: Sql, userId: string, brokerId: BrokerId, isRefused: boolean): Promise<void> {
    const refusedAt = isRefused ? new Date(this.#clock.now()) : null;
    await sql`
      UPDATE broker_credentials SET refused_at = ${refusedAt} WHERE user_id = ${userId} AND broker = ${brokerId}`;
  }

  /** Wipes the stored login. With the user's last login their key is wiped too, so that no copy can be decrypted. */
  async forget(tx: Transaction, userId: string, brokerId: BrokerId): Promise<void> {
    await tx`
      UPDATE broker_credentials SET sealed = ${overwritingBytes()}, resume_sealed = NULL, hint = ''
      WHERE user_id = ${userId} AND broker = ${brokerId}`;
    await tx`DELETE FROM broker_credentials WHERE user_id = ${userId} AND broker = ${brokerId}`;
    await destroyUnusedKey(tx, userId);
  }
}

const isFaultOfTheDatabase = (error: unknown): boolean => isDatabaseError(error);
