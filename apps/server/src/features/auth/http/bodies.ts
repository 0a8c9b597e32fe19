import { z } from 'zod';
import { CODE_CHALLENGE_FIELDS, hasCompleteChallenge, INCOMPLETE_CHALLENGE_MESSAGE } from './code-challenge.ts';

/** Any string that PostgreSQL can store. */
export const TextField = z
  .string()
  .refine((text) => !/[\0\p{Surrogate}]/u.test(text), 'contains characters that cannot be stored');

/** Accepts only ASCII addresses, because lower-casing is then unambiguous. */
export const EmailField = z.email().max(254).toLowerCase();

export const PasswordField = TextField.max(4_096);
export const MetadataField = z.record(z.string(), z.json());

type Names = { readonly email?: string | null | undefined; readonly phone?: string | null | undefined };

/** Returns false for a request with both an e-mail address and a phone number, because they may name two users. */
export function namesOnePerson({ email, phone }: Names): boolean {
  return !(email && phone);
}
const ONE_PERSON = { path: ['phone'], message: 'Only an email address or phone number should be provided' };

export const SignUpBody = z
  .object({
    email: TextField.max(320).nullish(),
    phone: TextField.max(64).nullish(),
    password: PasswordField.nullish(),
    data: MetadataField.nullish(),
    ...CODE_CHALLENGE_FIELDS,
  })
  .refine(hasCompleteChallenge, INCOMPLETE_CHALLENGE_MESSAGE)
  .refine(namesOnePerson, ONE_PERSON);

export const PasswordGrantBody = z
  .object({
    email: TextField.max(320).nullish(),
    phone: TextField.max(64).nullish(),
    password: PasswordField.nullish(),
  })
  .refine(namesOnePerson, ONE_PERSON);

export const RefreshToken = z.string().max(1_024);
export const RefreshGrantBody = z.object({ refresh_token: RefreshToken });

export const UserChangeBody = z
  .object({
    email: EmailField.or(z.literal('')).optional(),
    phone: TextField.max(64).optional(),
    password: PasswordField.optional(),
    current_password: PasswordField.nullish(),
    nonce: TextField.max(64).nullish(),
    data: MetadataField.optional(),
    app_metadata: z.unknown().optional(),
    ...CODE_CHALLENGE_FIELDS,
  })
  .refine(hasCompleteChallenge, INCOMPLETE_CHALLENGE_MESSAGE);

export const LogoutQuery = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') });

export const TokenQuery = z.object({ grant_type: z.enum(['password', 'refresh_token', 'pkce']) });
