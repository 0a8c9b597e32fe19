import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { alreadyRegisteredMail } from '../mails/notice-mails.ts';
import { TOKEN_LIFE_MS } from '../one-time-tokens/one-time-token.ts';

/** Notifies the owner of an account of a sign-up with their address: they may have forgotten the account. */
export async function mailOwner({ clock, outbox, site }: AuthContext, tx: Transaction, to: string): Promise<void> {
  const expiresAt = new Date(clock.now() + TOKEN_LIFE_MS);
  const mail = alreadyRegisteredMail({ to, siteUrl: site.url() });
  await outbox.enqueue(tx, { kind: 'already_registered', mail, expiresAt });
}
