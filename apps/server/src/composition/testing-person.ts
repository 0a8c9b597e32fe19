import { PROOF_HEADER } from '@vigia/contract';
import { z } from 'zod';
import type { ProofOwner } from '#platform/http/fresh-proof.ts';
import type { Principal } from '#platform/http/principal.ts';
import { embeddedAuth, type TestApp } from './testing.ts';

const FROM_HERE = { ip: '127.0.0.1', userAgent: 'test' };

/** A signed-in user. */
export type TestPerson = { readonly access: string; readonly refresh: string; readonly principal: Principal };

/**
 * Returns the headers of a request with a re-authentication proof, for tests of other checks.
 * @param access access token of the user's session
 */
export function proofHeaders(
  { features }: Pick<TestApp, 'features'>,
  access: string,
): Readonly<Record<string, string>> {
  const { proof } = features.auth.proofs.issue(ownerOf(access));
  return { authorization: `Bearer ${access}`, [PROOF_HEADER]: proof };
}

function ownerOf(access: string): ProofOwner {
  const payload = Buffer.from(access.split('.')[1] ?? '', 'base64url').toString();
  const { sub: userId, session_id: sessionId } = Claims.parse(JSON.parse(payload));
  return { userId, sessionId };
}

const Claims = z.object({ sub: z.string(), session_id: z.string() });

/** Creates a user with an account, without the confirmation mail, which the tests of auth cover. */
export async function newPerson(app: TestApp): Promise<TestPerson> {
  const signedIn = await embeddedAuth(app).signInAnonymously({}, FROM_HERE);
  if (!signedIn.ok) throw new Error(signedIn.error.code);
  const { access_token: access, refresh_token: refresh } = signedIn.value;
  const { userId, sessionId } = ownerOf(access);
  await app.db.sql`
    UPDATE auth_users SET is_anonymous = false, email = ${`${userId}@example.com`}, email_confirmed_at = now()
    WHERE id = ${userId}`;
  return { access, refresh, principal: { userId, sessionId, isAnonymous: false, aal: 'aal1', scopes: null } };
}
