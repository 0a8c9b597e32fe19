import { removeTab } from '#shared/lib/tab-values.ts';

/**
 * Keys under which a tab keeps the addresses of its last mails: of a sign-up, of a recovery, and of a link that was
 * opened.
 */
export const MAILED_ADDRESS_KEYS = {
  signup: 'vigia-mailed-signup',
  recovery: 'vigia-mailed-recovery',
  link: 'vigia-mailed-link',
} as const;

/** Forgets the addresses of the mails. The caller calls it after a sign-in or sign-out, when no mail is pending. */
export function forgetMailedAddresses(): void {
  for (const key of Object.values(MAILED_ADDRESS_KEYS)) removeTab(key);
}
