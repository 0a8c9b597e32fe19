import { z } from 'zod';
import type { CodeChallenge } from '../one-time-tokens/one-time-token.ts';

/** A code challenge of PKCE (RFC 7636 §4.2). */
const Challenge = z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/, 'must be 43 to 128 unreserved characters');
const Method = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['s256', 'plain']));

/** The PKCE fields of a request; both are null if the client does not use PKCE. */
export const CODE_CHALLENGE_FIELDS = {
  code_challenge: Challenge.or(z.literal('')).nullish(),
  code_challenge_method: Method.or(z.literal('')).nullish(),
};

type GivenChallenge = {
  readonly code_challenge?: string | null | undefined;
  readonly code_challenge_method?: CodeChallenge['method'] | '' | null | undefined;
};

export const hasCompleteChallenge = ({ code_challenge, code_challenge_method }: GivenChallenge): boolean =>
  Boolean(code_challenge) === Boolean(code_challenge_method);

export const codeChallengeOf = ({
  code_challenge: challenge,
  code_challenge_method: method,
}: GivenChallenge): CodeChallenge | null => (challenge && method ? { challenge, method } : null);

export const INCOMPLETE_CHALLENGE_MESSAGE = 'code_challenge and code_challenge_method belong together';
