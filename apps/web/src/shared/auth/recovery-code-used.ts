import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';

const KEY = 'vigia-recovery-code-used';

/**
 * Stores in session storage that the user signed in with a recovery code. The sign-in leaves the page before the
 * message can appear.
 */
export const noteRecoveryCodeUsed = (): void => writeTab(KEY, '1');

/** Returns true once after a sign-in with a recovery code, and clears the stored value. */
export function takeRecoveryCodeUsed(): boolean {
  const wasUsed = readTab(KEY) !== null;
  removeTab(KEY);
  return wasUsed;
}
