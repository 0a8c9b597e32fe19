import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthDeps } from '../auth-context.ts';
import { TOKEN_LIFE_MS } from '../one-time-tokens/one-time-token.ts';
import { alreadyRegisteredMail } from './notice-mails.ts';

/**
 * Notifies the owner of an account by mail that a client tried to register the address of the account.
 * @param isTaken false if no account has the address. Then no mail is sent, but the work is the same, so the response
 * time reveals nothing.
 */
export async function notifyOwner(
  { clock, outbox, site }: Pick<AuthDeps, 'clock' | 'outbox' | 'site'>,
  tx: Transaction,
  { to, isTaken }: { readonly to: string; readonly isTaken: boolean },
): Promise<void> {
  const mail = alreadyRegisteredMail({ to, siteUrl: site.url() });
  const expiresAt = new Date(clock.now() + TOKEN_LIFE_MS);
  await outbox.enqueue(tx, { kind: 'already_registered', mail: isTaken ? mail : null, expiresAt });
}
