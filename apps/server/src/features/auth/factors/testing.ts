import type { SupabaseClient } from '@supabase/supabase-js';
import type { ManualClock } from '@vigia/testkit';
import { Secret, TOTP } from 'otpauth';
import { type AuthServer, found } from '../testing.ts';

export const STEP_MS = 30_000;

/** An authenticator app with one key, which uses the server's clock. */
export type App = { readonly factorId: string; code(): string };

const appOf = (clock: ManualClock, factorId: string, secret: string): App => ({
  factorId,
  code: () => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.now() }),
});

/** Enrols a factor and adds its key to an app; the factor is not verified yet. */
export async function enrol({ clock }: AuthServer, client: SupabaseClient, friendlyName = 'Teléfono'): Promise<App> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return appOf(clock, data.id, data.totp.secret);
}

/** Sends the app's current code; returns the code of the error, or undefined. */
export const show = async (client: SupabaseClient, { factorId, code }: App): Promise<string | undefined> =>
  (await client.auth.mfa.challengeAndVerify({ factorId, code: code() })).error?.code;

/** Creates a user whose session has shown a second factor. Later calls of `code` return new codes. */
export async function protectedPerson(server: AuthServer) {
  const person = await server.newPerson();
  const app = await enrol(server, person.client);
  const refused = await show(person.client, app);
  if (refused !== undefined) throw new Error(refused);
  server.clock.advance(STEP_MS);
  return { ...person, app, session: await sessionOf(person.client) };
}

export const sessionOf = async (client: SupabaseClient) => found((await client.auth.getSession()).data.session);
