import type { BrokerCredentials, FormCredentials } from '@vigia/broker-kit/port';
import { err, type IdSource, ok, type Result } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { ensureDataKey, withDataKey } from '#platform/crypto/data-keys.ts';
import type { KeyRing } from '#platform/crypto/key-ring.ts';
import { overwritingBytes } from '#platform/crypto/overwriting.ts';
import { isDatabaseError } from '#platform/persistence/connection-fault.ts';
import type { Database, Sql, Transaction } from '#platform/persistence/database.ts';
import { hintOf } from './hint.ts';
import { type AadOf, type SealedLogin, sealLogin, unsealLogin } from './sealed-login.ts';
import { destroyUnusedKey } from './unused-key.ts';

type Row = SealedLogin & { readonly id: string; readonly label: string | null };

/** Binds the encrypted columns of a saved login to its row. */
const boundTo =
  (userId: string, id: string): AadOf =>
  (column) =>
    `broker_saved_logins:${column}:${userId}:${id}:v1`;

const isSame = (one: BrokerCredentials, other: BrokerCredentials): boolean => {
  if (one.kind === 'password') return other.kind === 'password' && one.email === other.email;
  if (one.kind === 'oauth' || other.kind === 'oauth' || other.kind === 'password') return false;
  return one.kind === other.kind && one.token === other.token;
};

/** Stores the logins of a broker that users keep beside the one in use, encrypted under each user's own key. */
export class SavedVault {
  readonly #db: Database;
  readonly #keyRing: KeyRing;
  readonly #ids: IdSource;

  constructor({ db, keyRing, ids }: { readonly db: Database; readonly keyRing: KeyRing; readonly ids: IdSource }) {
    this.#db = db;
    this.#keyRing = keyRing;
    this.#ids = ids;
  }

  /** Saves a login. There is no older copy of it, because the sign-in with this login removed the copy. */
  async store(
    tx: Transaction,
    userId: string,
    brokerId: BrokerId,
    credentials: FormCredentials,
    { label, now }: { readonly label: string | null; readonly now: Date },
  ): Promise<void> {
    await ensureDataKey(tx, this.#keyRing, userId, now);
    const id = this.#ids.next();
    const sealed = await withDataKey(tx, this.#keyRing, userId, (sealer) =>
      sealLogin(sealer, { credentials, resume: null }, boundTo(userId, id)),
    );
    if (sealed === null) throw new Error(`user ${userId} has no data key`);
    await tx`
      INSERT INTO broker_saved_logins (id, user_id, broker, label, kind, hint, sealed, saved_at)
      VALUES (${id}, ${userId}, ${brokerId}, ${label}, ${credentials.kind}, ${hintOf(credentials)}, ${sealed.sealed},
              ${now})`;
  }

  /**
   * Wipes the saved login with the same address or token. Returns its label; null if there is no such login or label.
   */
  async takeOut(tx: Transaction, userId: string, brokerId: BrokerId, credentials: BrokerCredentials) {
    let label: string | null = null;
    for (const row of await this.#rows(tx, userId, brokerId)) {
      const saved = await this.#unsealed(tx, userId, row);
      if (saved === null || !isSame(saved, credentials)) continue;
      label ??= row.label;
      await this.#delete(tx, userId, brokerId, row.id);
    }
    return label;
  }

  /** Returns the credentials of a saved login; null if the user has no such login at the broker. */
  async read(userId: string, brokerId: BrokerId, id: string): Promise<Result<FormCredentials | null, 'unreadable'>> {
    const { sql } = this.#db;
    const row = (await this.#rows(sql, userId, brokerId)).find((one) => one.id === id);
    if (row === undefined) return ok(null);
    const credentials = await this.#unsealed(sql, userId, row);
    return credentials === null || credentials.kind === 'oauth' ? err('unreadable') : ok(credentials);
  }

  async count(sql: Sql, userId: string, brokerId: BrokerId): Promise<number> {
    return (await this.#rows(sql, userId, brokerId)).length;
  }

  /** Wipes a saved login; false if the user has no such login at the broker. */
  async wipe(tx: Transaction, userId: string, brokerId: BrokerId, id: string): Promise<boolean> {
    const isWiped = await this.#delete(tx, userId, brokerId, id);
    await destroyUnusedKey(tx, userId);
    return isWiped;
  }

  #rows(sql: Sql, userId: string, brokerId: BrokerId): Promise<Row[]> {
    return sql<Row[]>`
      SELECT id, label, sealed, NULL::bytea AS resume_sealed FROM broker_saved_logins
      WHERE user_id = ${userId} AND broker = ${brokerId} ORDER BY saved_at, id`;
  }

  async #unsealed(sql: Sql, userId: string, row: Row): Promise<BrokerCredentials | null> {
    try {
      const login = await withDataKey(sql, this.#keyRing, userId, (sealer) =>
        unsealLogin(sealer, row, boundTo(userId, row.id)),
      );
      return login?.credentials ?? null;
    } catch (error) {
      if (isDatabaseError(error)) throw error;
      return null;
    }
  }

  /** Overwrites the secrets before the row is deleted, so that no page of the database keeps them. */
  async #delete(tx: Transaction, userId: string, brokerId: BrokerId, id: string): Promise<boolean> {
    const wiped = await tx`
      UPDATE broker_saved_logins SET sealed = ${overwritingBytes()}, hint = ''
      WHERE id = ${id} AND user_id = ${userId} AND broker = ${brokerId} RETURNING 1`;
    await tx`DELETE FROM broker_saved_logins WHERE id = ${id} AND user_id = ${userId} AND broker = ${brokerId}`;
    return wiped.length > 0;
  }
}
