import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext } from '../auth-context.ts';
import { alreadyRegisteredMail } from '../mails/notice-mails.ts';
import { TOKEN_LIFE_MS } from '../one-time-tokens/one-time-token.ts';

/** Tells the owner of an account that somebody tried to sign up with his address: he may have forgotten he has one. */
export async function mailOwner({ clock, outbox, site }: AuthContext, tx: Transaction, to: string): Promise<void> {
  const expiresAt = new Date(clock.now() + TOKEN_LIFE_MS);
  const mail = alreadyRegisteredMail({ to, siteUrl: site.url() });
  await outbox.enqueue(tx, { kind: 'already_registered', mail, expiresAt });
}
