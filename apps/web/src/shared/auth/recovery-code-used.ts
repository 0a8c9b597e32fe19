import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';

const KEY = 'vigia-recovery-code-used';

/** Signing in leads elsewhere: what the next page has to say about the codes waits in the tab. */
export const noteRecoveryCodeUsed = (): void => writeTab(KEY, '1');

/** True once after a recovery code opened the door. */
export function takeRecoveryCodeUsed(): boolean {
  const wasUsed = readTab(KEY) !== null;
  removeTab(KEY);
  return wasUsed;
}
