import { readLocal, removeLocal } from '#shared/lib/local-values.ts';
import { BOT_TOKEN_KEYS } from '#shared/lib/session-tokens.ts';

/** Our own key: the client's default is named after the host and would collide between two apps on one machine. */
export const AUTH_STORAGE_KEY = 'vigia-auth';

/** Whether a session may exist, without loading the auth client. */
export const hasStoredSession = (): boolean => readLocal(AUTH_STORAGE_KEY) !== null;

/** Forgets the session at once, whatever the server says. */
export function forgetStoredSession(): void {
  for (const suffix of ['', '-user', '-code-verifier']) removeLocal(AUTH_STORAGE_KEY + suffix);
}

/**
 * Bot tokens go with their owner: they would speak for him in the next person's requests. Theme and chart stay, they
 * belong to the device.
 */
export function forgetBotTokens(): void {
  for (const key of BOT_TOKEN_KEYS) removeLocal(key);
}
