import type { Clock } from '@vigia/core/kernel';
import type { Accounts } from '#features/accounts/index.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { ApiError } from '#platform/http/api-error.ts';
import type { AuthenticationFailure, Authenticator, Principal } from '#platform/http/principal.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { copyHostedProfile, createHostedUser } from './hosted-people.ts';
import { type HostedApi, type HostedProject, HostedUnavailable } from './hosted-project.ts';
import { HostedSessions } from './hosted-sessions.ts';
import { createHostedTokens, type HostedTokens } from './hosted-tokens.ts';

export type HostedAuthDeps = {
  readonly project: HostedProject;
  readonly api: HostedApi;
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accounts: Accounts;
};

/**
 * Authentication with users in a hosted Supabase project: this server checks the project's tokens and has no auth
 * routes of its own.
 */
export type HostedAuth = { readonly authenticator: Authenticator };

export function openHostedAuth({ project, api, ...deps }: HostedAuthDeps): HostedAuth {
  const tokens = createHostedTokens(project);
  const sessions = new HostedSessions({
    ...deps,
    api,
    async onConfirmed(user, accessToken) {
      await createHostedUser(deps, user);
      const row = await api.profile(accessToken, user.id);
      if (row !== null) await copyHostedProfile(deps, user.id, row);
    },
  });
  return { authenticator: { authenticate: (token) => authenticate(token, { tokens, sessions, ...deps }) } };
}

type Parts = { readonly tokens: HostedTokens; readonly sessions: HostedSessions; readonly clock: Clock };

async function authenticate(
  token: string,
  { tokens, sessions, clock }: Parts,
): Promise<Principal | AuthenticationFailure> {
  try {
    const claims = await tokens.verify(token, clock.now());
    if (!claims.ok) return claims.error === 'expired' ? 'token_expired' : 'not_authenticated';
    const { userId, sessionId, aal } = claims.value;
    const user = await sessions.find(sessionId, token);
    if (user === null || user.id !== userId) return 'not_authenticated';
    const hasFactor = user.factors.some((factor) => factor.status === 'verified');
    if (hasFactor && aal === 'aal1') return 'second_factor_needed';
    return { userId, sessionId, isAnonymous: user.is_anonymous, aal, scopes: null };
  } catch (error) {
    if (error instanceof HostedUnavailable) throw new ApiError('service_unavailable');
    throw error;
  }
}
