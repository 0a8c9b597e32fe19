import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';

const KEY = 'vigia-recovery-code-used';

/**
 * Stores in session storage that the user signed in with a recovery code. The message about it appears on the next
 * page, after the sign-in page has closed.
 */
export const rememberRecoveryCodeUsed = (): void => writeTab(KEY, '1');

/** Returns true once after a sign-in with a recovery code. Clears the stored value. */
export function takeRecoveryCodeUsed(): boolean {
  const wasUsed = readTab(KEY) !== null;
  removeTab(KEY);
  return wasUsed;
}
