import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { type Clock, epochMs } from '@vigia/core/kernel';
import type { BrokerId } from '@vigia/core/vocabulary';
import { createKeyRing } from '#platform/crypto/key-ring.ts';
import type { Database } from '#platform/persistence/database.ts';
import { recordConnection } from './connections.repository.ts';
import { Vault } from './vault/vault.ts';

/** The stored login of a user at a broker, as a sign-in would leave it. */
export type StoredLogin = {
  readonly userId: string;
  readonly brokerId: BrokerId;
  readonly credentials: BrokerCredentials;
};

/**
 * Stores logins as if their users had signed in. The next process that owns their shards opens their sessions.
 * @param masterKey master key of the installation, in Base64
 */
export async function storeLogins(
  db: Database,
  masterKey: string,
  clock: Clock,
  logins: readonly StoredLogin[],
): Promise<void> {
  const key = Buffer.from(masterKey, 'base64');
  const vault = new Vault({ db, clock, keyRing: createKeyRing(() => [key]) });
  for (const { userId, brokerId, credentials } of logins) {
    await db.transaction(async (tx) => {
      await recordConnection(tx, userId, brokerId, new Date(epochMs(clock.now())));
      await vault.store(tx, userId, brokerId, { credentials, resume: null });
    });
  }
}
