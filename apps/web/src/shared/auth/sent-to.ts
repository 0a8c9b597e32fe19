import { useState } from 'react';
import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';
import { MAILED_ADDRESS_KEYS as KEYS } from './mailed-addresses.ts';

type SentTo = readonly [email: string | null, set: (email: string | null) => void];

/**
 * Returns the address of the last mail, kept for the tab so that a reload returns to its code field; null if no mail
 * was sent.
 */
export function useSentTo(kind: 'signup' | 'recovery'): SentTo {
  const [email, setEmail] = useState(() => readTab(KEYS[kind]));
  const set = (next: string | null) => {
    if (next === null) removeTab(KEYS[kind]);
    else writeTab(KEYS[kind], next);
    setEmail(next);
  };
  return [email, set];
}

/** Keeps the address of a mailed link for the tab, because the page is left before the sign-in form opens. */
export const noteLinkAddress = (email: string): void => writeTab(KEYS.link, email);

/** Returns the address of the last mailed link or sign-up in this tab; empty if there is none. */
export const awaitedAddress = (): string => readTab(KEYS.link) ?? readTab(KEYS.signup) ?? '';
