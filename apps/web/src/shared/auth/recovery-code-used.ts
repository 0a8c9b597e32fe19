import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';

const KEY = 'vigia-recovery-code-used';

/** Signing in leaves the page, so the message about recovery codes waits in the session storage of the tab. */
export const noteRecoveryCodeUsed = (): void => writeTab(KEY, '1');

/** Returns true once after a sign-in by recovery code. */
export function takeRecoveryCodeUsed(): boolean {
  const wasUsed = readTab(KEY) !== null;
  removeTab(KEY);
  return wasUsed;
}
