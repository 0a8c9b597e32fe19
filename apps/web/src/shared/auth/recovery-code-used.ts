import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';

const KEY = 'vigia-recovery-code-used';

/**
 * Notes in the session storage of the tab that a recovery code was used, because signing in leaves the page before the
 * message can be shown.
 */
export const noteRecoveryCodeUsed = (): void => writeTab(KEY, '1');

/** Returns true once after a sign-in with a recovery code. */
export function takeRecoveryCodeUsed(): boolean {
  const wasUsed = readTab(KEY) !== null;
  removeTab(KEY);
  return wasUsed;
}
