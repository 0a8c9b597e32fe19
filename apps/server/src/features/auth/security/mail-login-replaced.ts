import type { Sql } from '#platform/persistence/database.ts';
import type { Origin } from '../auth-context.ts';
import { mailNotice, type NoticeDeps } from './mail-notice.ts';

/** Mails a user that the login at one of their brokers was replaced, in the transaction of the change. */
export async function mailLoginReplaced(
  deps: NoticeDeps,
  sql: Sql,
  { userId, origin, broker }: { readonly userId: string; readonly origin: Origin; readonly broker: string },
): Promise<void> {
  const [person] = await sql<{ email: string | null }[]>`SELECT email FROM users WHERE id = ${userId}`;
  const noticeTo = person?.email ?? null;
  await mailNotice(deps, sql, { kind: 'broker_login_replaced', noticeTo, origin, details: { broker } });
}
