import type { Sql } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { type NoticeDetails, type NoticeKind, noticeMail } from '../mails/notice-mails.ts';

/** A notice with the parameters of its text, without the recipient. */
export type Notice<Kind extends NoticeKind = NoticeKind> = {
  readonly kind: Kind;
  /** Address that the notice goes to; null if no mail must be sent. */
  readonly noticeTo: string | null;
  /** The client that caused the action. */
  readonly origin: Origin;
  /** URL of the link 'No fui yo'; absent or null if the mail has no such link. */
  readonly undo?: string | null;
  /** True if this action blocks real-money orders for a day. */
  readonly waits?: boolean;
  readonly details: Omit<NoticeDetails[Kind], 'to' | 'siteUrl' | 'at' | 'origin' | 'undo' | 'waits' | 'isHosted'>;
};

export type NoticeDeps = Pick<AuthContext, 'outbox' | 'site' | 'clock' | 'isHosted'>;

/** Time for which the outbox retries to send a notice. It is long, because even a late notice is useful. */
const NOTICE_LIFE_MS = 3 * 24 * 60 * 60_000;

/** Enqueues a notice to the owner of an account, in the transaction of the action. */
export async function mailNotice<Kind extends NoticeKind>(
  { outbox, site, clock, isHosted }: NoticeDeps,
  sql: Sql,
  { kind, noticeTo: to, origin, undo = null, waits = false, details }: Notice<Kind>,
): Promise<void> {
  if (to === null) return;
  const at = new Date(clock.now());
  const expiresAt = new Date(at.getTime() + NOTICE_LIFE_MS);
  const common = { to, siteUrl: site.url(), at, origin, undo, waits, isHosted };
  const mail = noticeMail(kind, { ...details, ...common } as NoticeDetails[Kind]);
  await outbox.enqueue(sql, { kind, mail, expiresAt });
}
