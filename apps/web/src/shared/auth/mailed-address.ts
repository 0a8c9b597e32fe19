import { useState } from 'react';
import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';
import { MAILED_ADDRESS_KEYS as KEYS } from './mailed-addresses.ts';

type SentTo = readonly [email: string | null, set: (email: string | null) => void];

/**
 * Returns the address of the last mail that this tab requested, or null if there is none. With it, the code field is
 * still visible after a reload.
 */
export function useMailedAddress(kind: 'signup' | 'recovery'): SentTo {
  const [email, setEmail] = useState(() => readTab(KEYS[kind]));
  const set = (next: string | null) => {
    if (next === null) removeTab(KEYS[kind]);
    else writeTab(KEYS[kind], next);
    setEmail(next);
  };
  return [email, set];
}

/**
 * Stores for this tab the address that an emailed link confirmed. The page navigates before the sign-in form opens, so
 * session storage keeps the address.
 */
export const rememberLinkAddress = (email: string): void => writeTab(KEYS.link, email);

/**
 * Returns the email address of the last opened link or of the last sign-up in this tab. Returns an empty text if there
 * is none.
 */
export const lastLinkAddress = (): string => readTab(KEYS.link) ?? readTab(KEYS.signup) ?? '';
