import { readLocal, removeLocal, writeLocal } from '#shared/lib/local-values.ts';
import { BOT_TOKEN_KEYS } from '#shared/lib/session-tokens.ts';

/** Our own key: the client's default is named after the host and would collide between two apps on one machine. */
export const AUTH_STORAGE_KEY = 'vigia-auth';

const PASSWORD_DUE_KEY = 'vigia-password-due';

/** A recovery mail opened this session and its owner has not yet said what becomes of his password. */
export const isPasswordDue = (): boolean => readLocal(PASSWORD_DUE_KEY) !== null;
export const notePasswordDue = (): void => writeLocal(PASSWORD_DUE_KEY, '1');
export const forgetPasswordDue = (): void => removeLocal(PASSWORD_DUE_KEY);

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
