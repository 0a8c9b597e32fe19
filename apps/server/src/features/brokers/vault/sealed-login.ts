import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { epochMs } from '@vigia/core/kernel';
import { z } from 'zod';
import type { Sealer } from '#platform/crypto/sealer.ts';

const Stored = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), email: z.string(), password: z.string() }),
  z.object({ kind: z.literal('api_token'), token: z.string(), appId: z.string() }),
  z.object({
    kind: z.literal('browser_session'),
    token: z.string(),
    cookies: z.string().nullable(),
    userAgent: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('oauth'),
    accessToken: z.string(),
    refreshToken: z.string().nullable(),
    expiresAtMs: z.number().transform(epochMs).nullable(),
  }),
]);

/** Credentials of an account at a broker, and the secret that resumes the last session there. */
export type LoginSecrets = { readonly credentials: BrokerCredentials; readonly resume: string | null };

/** A login as its row holds it, encrypted. */
export type SealedLogin = { readonly sealed: Buffer; readonly resume_sealed: Buffer | null };

/** Returns the data that binds an encrypted column to its row, so that it cannot be decrypted in another place. */
export type AadOf = (column: keyof SealedLogin) => string;

export const sealCredentials = (sealer: Sealer, credentials: unknown, aadOf: AadOf): Buffer =>
  seal(sealer, JSON.stringify(credentials), aadOf('sealed'));

export const sealResumeSecret = (sealer: Sealer, resume: string | null, aadOf: AadOf): Buffer | null =>
  resume === null ? null : seal(sealer, resume, aadOf('resume_sealed'));

/** Encrypts a login for its row. */
export const sealLogin = (sealer: Sealer, { credentials, resume }: LoginSecrets, aadOf: AadOf): SealedLogin => ({
  sealed: sealCredentials(sealer, credentials, aadOf),
  resume_sealed: sealResumeSecret(sealer, resume, aadOf),
});

/** Decrypts the login of a row. @throws Error if it was altered, moved from another row, or has another shape */
export const unsealLogin = (
  sealer: Sealer,
  { sealed, resume_sealed: resume }: SealedLogin,
  aadOf: AadOf,
): LoginSecrets => ({
  credentials: Stored.parse(JSON.parse(unseal(sealer, sealed, aadOf('sealed')))),
  resume: resume && unseal(sealer, resume, aadOf('resume_sealed')),
});

function seal(sealer: Sealer, text: string, aad: string): Buffer {
  const plaintext = Buffer.from(text);
  const sealed = sealer.seal(plaintext, aad);
  plaintext.fill(0);
  return sealed;
}

function unseal(sealer: Sealer, sealed: Buffer, aad: string): string {
  const plaintext = sealer.open(sealed, aad);
  const text = plaintext.toString();
  plaintext.fill(0);
  return text;
}
