import { useState } from 'react';
import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';
import { MAILED_ADDRESS_KEYS as KEYS } from './mailed-addresses.ts';

type SentTo = readonly [email: string | null, set: (email: string | null) => void];

/**
 * Returns the address of the last mail of this tab, or null if no mail was sent. The code field therefore remains after
 * a reload.
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

/** Stores the address of a mail link for this tab, because the page navigates before the sign-in form opens. */
export const noteLinkAddress = (email: string): void => writeTab(KEYS.link, email);

/** Returns the address of the last mail link or sign-up in this tab, or an empty text. */
export const awaitedAddress = (): string => readTab(KEYS.link) ?? readTab(KEYS.signup) ?? '';
