import { createHash } from 'node:crypto';

/** First characters of every bot token. They let a scanner find tokens in leaked data. */
const PREFIX = 'vigia_bot_';
const TOKEN_BYTES = 32;

/**
 * Creates a random token.
 * @param randomBytes cryptographically strong
 */
export const generateBotToken = (randomBytes: (length: number) => Buffer): string =>
  PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');

export const isBotToken = (token: string): boolean => token.startsWith(PREFIX);

/** Returns the hash that is stored for a token. A token has 256 random bits, so a fast hash is enough. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export const lastFourOf = (token: string): string => token.slice(-4);
