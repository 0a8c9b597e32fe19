import { CreateOption } from '@vigia/contract';
import { ACCOUNT_KINDS, ACCOUNT_OF_MODE, TRADING_MODES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { readLocal, removeLocal, writeLocal } from '#shared/lib/local-values.ts';
import type { SentOrder } from './order-outcome.ts';

/**
 * Stores orders without an answer across reloads, in one entry per order, so that two tabs never overwrite each other.
 */
export interface SentOrders {
  keep(userId: string, sent: SentOrder): void;
  forget(userId: string, key: string): void;
  all(userId: string): readonly SentOrder[];
  /** Calls the listener when another tab stores or removes an order. @returns the function that unsubscribes */
  onChange(changed: () => void): () => void;
}

const PREFIX = 'sent_order:';
const Sent = z.object({ key: z.string(), order: CreateOption, clickedMs: z.number() });
const Account = z.object({ broker: z.string(), kind: z.enum(ACCOUNT_KINDS) });

/**
 * Schema of an entry, in its current form and in the form from before entries had an account. An entry lives for a day.
 */
const Kept = z.union([
  Sent.extend({ account: Account.nullable() }),
  Sent.extend({ mode: z.enum(TRADING_MODES).nullable() }).transform(({ mode, ...sent }) => ({
    ...sent,
    account: mode && ACCOUNT_OF_MODE[mode],
  })),
]);

const nameOf = (userId: string, key: string): string => `${PREFIX}${userId}:${key}`;

function readKept(name: string): SentOrder[] {
  try {
    const kept = Kept.safeParse(JSON.parse(readLocal(name) ?? 'null'));
    return kept.success ? [kept.data] : [];
  } catch {
    return [];
  }
}

function storedNames(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Stores sent orders in local storage by user, so that another user of this machine sees none of them. */
export const localSentOrders: SentOrders = {
  keep: (userId, sent) => writeLocal(nameOf(userId, sent.key), JSON.stringify(sent)),
  forget: (userId, key) => removeLocal(nameOf(userId, key)),
  all: (userId) =>
    storedNames()
      .filter((name) => name.startsWith(nameOf(userId, '')))
      .flatMap(readKept),
  onChange: (changed) => {
    const read = (event: StorageEvent) => {
      if (event.key === null || event.key.startsWith(PREFIX)) changed();
    };
    window.addEventListener('storage', read);
    return () => window.removeEventListener('storage', read);
  },
};
