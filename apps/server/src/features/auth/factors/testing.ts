import type { SupabaseClient } from '@supabase/supabase-js';
import type { ManualClock } from '@vigia/testkit';
import { Secret, TOTP } from 'otpauth';
import { type AuthServer, assertFound } from '../testing.ts';

export const STEP_MS = 30_000;

/** An authenticator app with one key, which uses the server's clock. */
export type AuthenticatorApp = { readonly factorId: string; code(): string };

const appOf = (clock: ManualClock, factorId: string, secret: string): AuthenticatorApp => ({
  factorId,
  code: () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() }),
});

/** Enrols a factor and adds its key to an app; the factor is not verified yet. */
export async function enrolFactor(
  { clock }: AuthServer,
  client: SupabaseClient,
  friendlyName = 'Teléfono',
): Promise<AuthenticatorApp> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return appOf(clock, data.id, data.totp.secret);
}

/** Sends the app's current code; returns the code of the error, or undefined. */
export const sendCurrentCode = async (
  client: SupabaseClient,
  { factorId, code }: AuthenticatorApp,
): Promise<string | undefined> => (await client.auth.mfa.challengeAndVerify({ factorId, code: code() })).error?.code;

/** Creates a user whose session has shown a second factor. Later calls of `code` return new codes. */
export async function protectedPerson(server: AuthServer) {
  const person = await server.newPerson();
  const app = await enrolFactor(server, person.client);
  const refused = await sendCurrentCode(person.client, app);
  if (refused !== undefined) throw new Error(refused);
  server.clock.advance(STEP_MS);
  return { ...person, app, session: await sessionOf(person.client) };
}

export const sessionOf = async (client: SupabaseClient) => assertFound((await client.auth.getSession()).data.session);
