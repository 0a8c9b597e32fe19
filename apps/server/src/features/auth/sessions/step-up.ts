import type { AuthSessionView } from '@vigia/contract';
import type { Transaction } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import { cancelFactorReset } from '../factor-reset/cancel-factor-reset.ts';
import type { AuthUser } from '../users/auth-user.ts';
import type { SessionRow } from './sessions.repository.ts';
import { openSession } from './start-session.ts';

type StepUp = {
  readonly user: AuthUser;
  /** The session in which the user showed the second factor; the caller of {@link raiseSessionToAal2} ends it. */
  readonly session: SessionRow;
  readonly method: 'totp' | 'recovery_code';
  readonly origin: Origin;
};

/** Opens a session at aal2 with a new id. It replaces the session in which the user showed a second factor. */
export async function raiseSessionToAal2(
  context: AuthContext,
  tx: Transaction,
  { user, session, method, origin }: StepUp,
): Promise<{ readonly view: AuthSessionView; readonly sessionId: string }> {
  await cancelFactorReset(context, tx, user.id, origin);
  const sessionId = context.ids.next();
  const shown = { method, timestamp: Math.floor(context.clock.now() / 1_000) };
  const amr = [shown, ...session.amr.filter((earlier) => earlier.method !== method)];
  const view = await openSession(context, tx, user, { id: sessionId, aal: 'aal2', amr }, origin);
  return { view, sessionId };
}
