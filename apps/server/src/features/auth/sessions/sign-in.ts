import type { AuthSessionView } from '@vigia/contract';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import type { AuthenticationMethod, AuthUser } from '../users/auth-user.ts';
import { recordSignIn } from '../users/users.repository.ts';
import { startSession } from './start-session.ts';

/** Opens a session for an authenticated user and logs it. */
export async function signIn(
  context: AuthContext,
  tx: Transaction,
  { id: userId }: Pick<AuthUser, 'id'>,
  method: AuthenticationMethod['method'],
  origin: Origin,
): Promise<AuthSessionView> {
  const user = await recordSignIn(tx, userId, new Date(context.clock.now()));
  const sessionId = context.ids.next();
  const session = await startSession(context, tx, user, method, origin, sessionId);
  await context.securityLog.append(tx, [
    { userId, kind: 'signed_in', sessionId, ip: origin.ip, userAgent: origin.userAgent, detail: { method } },
  ]);
  return session;
}
