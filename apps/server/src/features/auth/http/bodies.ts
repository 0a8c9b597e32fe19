import { z } from 'zod';
import { CHALLENGE, hasWholeChallenge, WHOLE_CHALLENGE } from './code-challenge.ts';

/** Any string that PostgreSQL can store. */
export const Text = z
  .string()
  .refine((text) => !/[\0\p{Surrogate}]/u.test(text), 'contains characters that cannot be stored');

/** Accepts only ASCII addresses, because lower-casing is then unambiguous. */
export const Email = z.email().max(254).toLowerCase();

export const Password = Text.max(4_096);
export const Data = z.record(z.string(), z.json());

type Names = { readonly email?: string | null | undefined; readonly phone?: string | null | undefined };

/** Returns false for a request with both an e-mail address and a phone number, because they may name two users. */
export function namesOnePerson({ email, phone }: Names): boolean {
  return !(email && phone);
}
const ONE_PERSON = { path: ['phone'], message: 'Only an email address or phone number should be provided' };

export const SignUpBody = z
  .object({
    email: Text.max(320).nullish(),
    phone: Text.max(64).nullish(),
    password: Password.nullish(),
    data: Data.nullish(),
    ...CHALLENGE,
  })
  .refine(hasWholeChallenge, WHOLE_CHALLENGE)
  .refine(namesOnePerson, ONE_PERSON);

export const PasswordGrantBody = z
  .object({ email: Text.max(320).nullish(), phone: Text.max(64).nullish(), password: Password.nullish() })
  .refine(namesOnePerson, ONE_PERSON);

export const RefreshToken = z.string().max(1_024);
export const RefreshGrantBody = z.object({ refresh_token: RefreshToken });

export const UserBody = z
  .object({
    email: Email.or(z.literal('')).optional(),
    phone: Text.max(64).optional(),
    password: Password.optional(),
    current_password: Password.nullish(),
    nonce: Text.max(64).nullish(),
    data: Data.optional(),
    app_metadata: z.unknown().optional(),
    ...CHALLENGE,
  })
  .refine(hasWholeChallenge, WHOLE_CHALLENGE);

export const LogoutQuery = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') });

export const TokenQuery = z.object({ grant_type: z.enum(['password', 'refresh_token', 'pkce']) });
