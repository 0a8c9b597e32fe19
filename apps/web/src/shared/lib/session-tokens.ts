import type { TokenPair } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import { readLocal } from './local-values.ts';

/** Reads and stores the tokens of the signed-in user, for the API client. */
export interface SessionTokens {
  /**
   * Returns the tokens, or null if no user is signed in.
   * @throws if the session cannot be read
   */
  read(): Promise<TokenPair | null>;
  store(tokens: TokenPair): Promise<void>;
}

/** Reads the session, with one retry after 100 ms. The auth client may not be ready immediately after the start. */
export async function readTokens(
  session: SessionTokens,
  pause: (ms: number) => Promise<void>,
): Promise<TokenPair | null> {
  for (let attempt = 1; attempt <= LIMITS.sessionFetchAttempts; attempt += 1) {
    const tokens = await session.read().catch(() => null);
    if (tokens) return tokens;
    if (attempt < LIMITS.sessionFetchAttempts) await pause(LIMITS.sessionFetchGapMs);
  }
  return null;
}

/** Local storage keys of tokens that the user stored by hand. The first existing key applies. */
export const BOT_TOKEN_KEYS = ['broker_token', 'bot_token'] as const;

const BOT_TOKEN_PATHS = ['/connection', '/pcr', '/strategies'];

/**
 * Returns a token that the user stored in local storage by hand, or null. Requests to these paths use it instead of the
 * session token. The app itself never writes such a token.
 */
export function botTokenFor(path: string): string | null {
  if (!BOT_TOKEN_PATHS.some((part) => path.includes(part))) return null;
  return BOT_TOKEN_KEYS.map(readLocal).find((token) => token !== null) ?? null;
}
