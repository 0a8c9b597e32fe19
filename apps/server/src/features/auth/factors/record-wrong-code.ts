import type { Transaction } from '#platform/persistence/database.ts';
import type { SecurityEvent } from '#platform/security-log/security-log.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { mailNotice } from '../security/mail-notice.ts';
import type { AuthUser } from '../users/auth-user.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Number of wrong codes within a day from which the owner gets a mail, at most once a day. */
const REPORTED_FROM = 5;

type WrongCode = {
  /** The user. The caller must have locked the row, so that concurrent wrong codes are counted one after the other. */
  readonly user: AuthUser;
  readonly sessionId: string;
  readonly origin: Origin;
  readonly detail?: NonNullable<SecurityEvent['detail']>;
};

/** Logs a wrong code of a second factor, and notifies the owner by mail after several. */
export async function recordWrongCode(
  context: AuthContext,
  tx: Transaction,
  { user, sessionId, origin, detail = {} }: WrongCode,
): Promise<void> {
  const { ip, userAgent } = origin;
  const event = { userId: user.id, sessionId, ip, userAgent, detail } as const;
  await context.securityLog.append(tx, [{ ...event, kind: 'second_factor_failed' }]);
  const since = new Date(context.clock.now() - DAY_MS);
  const [row] = await tx<[{ wrong: number }]>`
    SELECT count(*)::int AS wrong FROM security_log
    WHERE user_id = ${user.id} AND kind = 'second_factor_failed' AND at > ${since}`;
  if (row.wrong < REPORTED_FROM) return;
  const daily = new SharedThrottle({ sql: tx }, context.clock);
  if ((await daily.take(`second-factor-mail:${user.id}`, { burst: 1, windowMs: DAY_MS })) > 0) return;
  const details = { wrongCodes: row.wrong };
  await mailNotice(context, tx, { kind: 'second_factor_guessed', noticeTo: user.email, origin, details });
}
