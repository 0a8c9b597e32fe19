import { err, ok, type Result } from '@vigia/core/kernel';
import { z } from 'zod';
import { addressKey } from '#platform/throttle/address.ts';
import { type AuthRefusal, authRefusal } from '../errors/auth-error.ts';
import { type IdentityProofs, missingProofRefusal } from '../proof/prove-identity.ts';
import type { AuthLimits } from '../throttle/auth-limits.ts';
import { type HostedApi, HostedUnavailable } from './hosted-project.ts';

const Session = z.looseObject({ access_token: z.string(), user: z.looseObject({ id: z.uuid() }) });

/**
 * Creates the check of identity for users of a hosted project. It checks the password in the project. It asks for no
 * second factor, because the project accepts codes only at a sign-in, where a user with a second factor has already
 * shown one.
 */
export function createHostedProofs(api: HostedApi, limits: AuthLimits): IdentityProofs {
  return {
    asks: async ({ isAnonymous }) => (isAnonymous ? err(authRefusal('no_authorization')) : ok('password')),
    async prove({ userId, isAnonymous }, { password }, { accessToken, origin }) {
      if (isAnonymous) return err(authRefusal('no_authorization'));
      if (password === undefined) return err(missingProofRefusal('password'));
      const email = (await api.user(accessToken))?.email;
      if (!email) return err(authRefusal('current_password_invalid'));
      const attempt = { account: userId, ip: addressKey(origin.ip), knownAddress: false };
      const admitted = await limits.beginPassword(attempt);
      if (!admitted.ok) return admitted;
      const matched = await matchPassword(api, userId, { email, password });
      if (matched.ok) await limits.passwordMatched(attempt);
      return matched;
    },
  };
}

/** Checks the password by a sign-in to the project, and ends the session of that sign-in at once. */
async function matchPassword(
  api: HostedApi,
  userId: string,
  credentials: { readonly email: string; readonly password: string },
): Promise<Result<null, AuthRefusal>> {
  const { status, body } = await api.post('/token?grant_type=password', credentials);
  if (status === 429) return err(authRefusal('over_request_rate_limit'));
  if (status >= 500) throw new HostedUnavailable(`the hosted project answered ${status}`);
  const session = Session.safeParse(body);
  if (status !== 200 || !session.success) return err(authRefusal('current_password_invalid'));
  await api.post('/logout?scope=local', {}, session.data.access_token);
  return session.data.user.id === userId ? ok(null) : err(authRefusal('current_password_invalid'));
}
