import { useState } from 'react';
import { readTab, removeTab, writeTab } from '#shared/lib/tab-values.ts';

const KEYS = { signup: 'vigia-mailed-signup', recovery: 'vigia-mailed-recovery' } as const;

type SentTo = readonly [email: string | null, set: (email: string | null) => void];

/** The address of the last mail, kept for the tab so that a reload returns to its code field; null = no mail sent. */
export function useSentTo(kind: keyof typeof KEYS): SentTo {
  const [email, setEmail] = useState(() => readTab(KEYS[kind]));
  const set = (next: string | null) => {
    if (next === null) removeTab(KEYS[kind]);
    else writeTab(KEYS[kind], next);
    setEmail(next);
  };
  return [email, set];
}

/** Call this after a sign-in or sign-out: no mail is pending any more. */
export function forgetSentTo(): void {
  for (const key of Object.values(KEYS)) removeTab(key);
}
