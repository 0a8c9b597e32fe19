import type { BrokerId } from '@vigia/core/vocabulary';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

/** Time for which a used OAuth request stays stored, so that a second use is recognised. */
const REMEMBERED = '1 day';

export type PendingConsent = {
  readonly stateHash: Buffer;
  readonly userId: string;
  readonly broker: BrokerId;
  readonly verifierSealed: Buffer;
  readonly expiresAt: Date;
};

export type ConsentRow = {
  readonly user_id: string;
  readonly broker: BrokerId;
  /** Null once the OAuth request has been used. */
  readonly verifier_sealed: Buffer | null;
  readonly expires_at: Date;
};

/** Stores a new OAuth request, which replaces an unused one of the user at the same broker. */
export async function storeConsent(tx: Transaction, consent: PendingConsent, now: Date): Promise<void> {
  const { stateHash, userId, broker, verifierSealed, expiresAt } = consent;
  await tx`
    DELETE FROM broker_consents
    WHERE user_id = ${userId} AND broker = ${broker} AND used_at IS NULL
       OR expires_at < ${now}::timestamptz - ${REMEMBERED}::interval`;
  await tx`
    INSERT INTO broker_consents (state_hash, user_id, broker, verifier_sealed, expires_at)
    VALUES (${stateHash}, ${userId}, ${broker}, ${verifierSealed}, ${expiresAt})`;
}

/** Returns the OAuth request and locks its row until the transaction ends; undefined if it is unknown. */
export async function lockConsent(tx: Transaction, stateHash: Buffer): Promise<ConsentRow | undefined> {
  const [row] = await tx<ConsentRow[]>`
    SELECT user_id, broker, verifier_sealed, expires_at FROM broker_consents
    WHERE state_hash = ${stateHash} FOR UPDATE`;
  return row;
}

/** Marks an OAuth request as used and deletes its verifier. */
export async function recordConsentUse(tx: Transaction, stateHash: Buffer, now: Date): Promise<void> {
  await tx`
    UPDATE broker_consents SET used_at = ${now}, verifier_sealed = NULL WHERE state_hash = ${stateHash}`;
}

/**
 * Deletes every unused OAuth request of the user. Their verifiers are encrypted under a key that is destroyed with the
 * user's last stored login.
 */
export async function forgetConsents(sql: Sql, userId: string): Promise<void> {
  await sql`DELETE FROM broker_consents WHERE user_id = ${userId} AND used_at IS NULL`;
}
