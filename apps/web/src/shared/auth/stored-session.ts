import { readLocal, removeLocal, writeLocal } from '#shared/lib/local-values.ts';
import { BOT_TOKEN_KEYS } from '#shared/lib/session-tokens.ts';

/**
 * Storage key of the session. The auth client's default key contains only the host name, so two apps on the same host
 * would overwrite each other's session.
 */
export const AUTH_STORAGE_KEY = 'vigia-auth';

const PASSWORD_DUE_KEY = 'vigia-password-due';

/** Returns whether a recovery mail opened this session, and the user has neither set nor declined a new password. */
export const mustChoosePassword = (): boolean => readLocal(PASSWORD_DUE_KEY) !== null;
export const rememberPasswordChoice = (): void => writeLocal(PASSWORD_DUE_KEY, '1');
export const forgetPasswordChoice = (): void => removeLocal(PASSWORD_DUE_KEY);

/** Returns whether a session may exist. The function does not load the auth client. */
export const hasStoredSession = (): boolean => readLocal(AUTH_STORAGE_KEY) !== null;

/** Removes the stored session at once, without a response of the server. */
export function forgetStoredSession(): void {
  for (const suffix of ['', '-user', '-code-verifier']) removeLocal(AUTH_STORAGE_KEY + suffix);
}

/**
 * Removes the stored bot tokens, because otherwise the requests of the next user would contain them. Theme and chart
 * settings belong to the device and stay.
 */
export function forgetBotTokens(): void {
  for (const key of BOT_TOKEN_KEYS) removeLocal(key);
}
