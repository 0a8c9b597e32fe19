import { z } from 'zod';
import { Email, Text } from './bodies.ts';
import { CHALLENGE, hasWholeChallenge, WHOLE_CHALLENGE } from './code-challenge.ts';

const TOKEN_MAX_LENGTH = 512;

export const RecoverBody = z.object({ email: Email, ...CHALLENGE }).refine(hasWholeChallenge, WHOLE_CHALLENGE);

export const ResendBody = z
  .object({
    type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
    email: Email.or(z.literal('')).nullish(),
    phone: Text.max(64).nullish(),
    ...CHALLENGE,
  })
  .refine(hasWholeChallenge, WHOLE_CHALLENGE);

/** The types that the client can request; only some of them are ever mailed here. */
const VerifyType = z.enum([
  'signup',
  'recovery',
  'email_change',
  'email',
  'magiclink',
  'invite',
  'sms',
  'phone_change',
]);

const Token = z.string().min(1).max(TOKEN_MAX_LENGTH);

export const VerifyQuery = z.object({ token: Token, type: VerifyType, redirect_to: z.string().nullish().catch(null) });

export const VerifyBody = z.object({
  type: VerifyType,
  token_hash: Token.nullish(),
  token: Token.nullish(),
  email: Text.max(320).nullish(),
});

export const PkceGrantBody = z.object({ auth_code: Token, code_verifier: Token });

/** Where a mail's link leads in the end; a malformed value counts as none. */
export const RedirectQuery = z.object({ redirect_to: z.string().nullish().catch(null) });
