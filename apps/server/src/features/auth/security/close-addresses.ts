import type { Transaction } from '#platform/persistence/database.ts';

/**
 * Closes the addresses that take signals from outside for this user, and disconnects the chats and webhooks that get
 * the user's notifications. Only the user in person creates new ones.
 */
export async function closeExternalAddresses(tx: Transaction, userId: string): Promise<void> {
  await tx`
    UPDATE signal_doors SET secret_hash = NULL, key_nonce = NULL, address_since = NULL
    WHERE user_id = ${userId} AND secret_hash IS NOT NULL`;
  await tx`DELETE FROM notification_receivers WHERE user_id = ${userId}`;
  await tx`DELETE FROM telegram_codes WHERE user_id = ${userId}`;
}
