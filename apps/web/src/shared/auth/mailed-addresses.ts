import { removeTab } from '#shared/lib/tab-values.ts';

/**
 * Session storage keys of mail addresses: the address of the last sign-up, of the last recovery mail, and of the last
 * opened link.
 */
export const MAILED_ADDRESS_KEYS = {
  signup: 'vigia-mailed-signup',
  recovery: 'vigia-mailed-recovery',
  link: 'vigia-mailed-link',
} as const;

/**
 * Deletes the stored addresses. Callers use this function after a sign-in or a sign-out, because then no mail is
 * pending.
 */
export function forgetMailedAddresses(): void {
  for (const key of Object.values(MAILED_ADDRESS_KEYS)) removeTab(key);
}
