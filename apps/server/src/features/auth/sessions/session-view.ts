import type { AuthSessionView } from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import { ACCESS_TOKEN_LIFE_S, type AccessTokens, type TokenSession } from '../tokens/access-token.ts';
import type { AuthUser } from '../users/auth-user.ts';
import { readUserView } from '../users/read-user-view.ts';

/** Returns a session with a new access token and the given refresh token. */
export async function toSessionView(
  { tokens, clock }: { readonly tokens: AccessTokens; readonly clock: Clock },
  sql: Sql,
  user: AuthUser,
  session: TokenSession,
  refreshToken: string,
): Promise<AuthSessionView> {
  const { token, expiresAtS } = await tokens.sign(user, session, clock.now());
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_LIFE_S,
    expires_at: expiresAtS,
    refresh_token: refreshToken,
    user: await readUserView(sql, user),
  };
}
