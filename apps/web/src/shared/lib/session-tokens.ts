import { LIMITS } from '@vigia/core/vocabulary';
import { readLocal } from './local-values.ts';

export type Tokens = { readonly access_token: string; readonly refresh_token: string };

/** Reads and stores the tokens of the signed-in user for the API client. */
export interface SessionTokens {
  /**
   * Returns the tokens; null if no user is signed in.
   * @throws if the session could not be read
   */
  read(): Promise<Tokens | null>;
  store(tokens: Tokens): Promise<void>;
}

/** Reads the session, with one retry after 100 ms: just after the start the auth client may not be ready. */
export async function readTokens(session: SessionTokens, pause: (ms: number) => Promise<void>): Promise<Tokens | null> {
  for (let attempt = 1; attempt <= LIMITS.sessionFetchAttempts; attempt += 1) {
    const tokens = await session.read().catch(() => null);
    if (tokens) return tokens;
    if (attempt < LIMITS.sessionFetchAttempts) await pause(LIMITS.sessionFetchGapMs);
  }
  return null;
}

/** Keys in local storage for a token set by hand; the first one that exists wins. */
export const BOT_TOKEN_KEYS = ['broker_token', 'bot_token'] as const;

const BOT_TOKEN_PATHS = ['/connection', '/pcr', '/strategies'];

/**
 * Returns a token that the user put into local storage by hand, which is preferred on these paths; null without one.
 * The app never writes such a token.
 */
export function botTokenFor(path: string): string | null {
  if (!BOT_TOKEN_PATHS.some((part) => path.includes(part))) return null;
  return BOT_TOKEN_KEYS.map(readLocal).find((token) => token !== null) ?? null;
}
