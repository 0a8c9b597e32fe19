import type { AuthSessionView } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';
import type { TokenSession } from '../tokens/access-token.ts';
import { makeRefreshToken } from '../tokens/refresh-token.ts';
import type { AuthenticationMethod, AuthUser } from '../users/auth-user.ts';
import { toSessionView } from './session-view.ts';
import { insertSession } from './sessions.repository.ts';

const REFRESH_KEY_BYTES = 32;
const USER_AGENT_MAX_LENGTH = 300;

/** Returns the associated data that binds an encrypted refresh key to its session. */
export const refreshKeyAad = (sessionId: string) => `auth_sessions.refresh_key:${sessionId}`;

/** Opens a session at aal1 for an authenticated user. */
export async function startSession(
  context: AuthContext,
  sql: Sql,
  user: AuthUser,
  method: AuthenticationMethod['method'],
  origin: Origin,
  id: string = context.ids.next(),
): Promise<AuthSessionView> {
  const amr = [{ method, timestamp: Math.floor(context.clock.now() / 1_000) }];
  return openSession(context, sql, user, { id, aal: 'aal1', amr }, origin);
}

/** Opens a session at the given assurance level. */
export async function openSession(
  context: AuthContext,
  sql: Sql,
  user: AuthUser,
  { id, aal, amr }: TokenSession,
  origin: Origin,
): Promise<AuthSessionView> {
  const key = context.randomBytes(REFRESH_KEY_BYTES);
  await insertSession(sql, {
    id,
    userId: user.id,
    refreshKey: context.sealer.seal(key, refreshKeyAad(id)),
    aal,
    amr,
    userAgent: origin.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
    ip: origin.ip,
    now: new Date(context.clock.now()),
  });
  return toSessionView(context, sql, user, { id, aal, amr }, makeRefreshToken(id, 0, key));
}
