import { createHash } from 'node:crypto';

/** Distinguishes a bot's token from an access token at first sight, also in a leak. */
const PREFIX = 'vigia_bot_';
const TOKEN_BYTES = 32;

/** @param randomBytes cryptographically strong */
export const makeToken = (randomBytes: (length: number) => Buffer): string =>
  PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');

export const isBotToken = (token: string): boolean => token.startsWith(PREFIX);

/** The stored hash of a token; 256 random bits need no slow hash. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export const lastFourOf = (token: string): string => token.slice(-4);
