import { CreateOption } from '@vigia/contract';
import { ACCOUNT_KINDS, ACCOUNT_OF_MODE, TRADING_MODES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { readLocal, removeLocal, writeLocal } from '#shared/lib/local-values.ts';
import type { SentOrder } from './order-outcome.ts';

/**
 * Stores orders without a response, so that they survive a reload. Each order has its own storage entry, so that two
 * tabs never overwrite each other.
 */
export interface SentOrders {
  keep(userId: string, sent: SentOrder): void;
  forget(userId: string, key: string): void;
  all(userId: string): readonly SentOrder[];
  /**
   * Subscribes to changes by other tabs, which store or remove orders.
   * @returns the function that unsubscribes
   */
  onChange(changed: () => void): () => void;
}

const PREFIX = 'sent_order:';
const Sent = z.object({ key: z.string(), order: CreateOption, clickedMs: z.number() });
const Account = z.object({ broker: z.string(), kind: z.enum(ACCOUNT_KINDS), id: z.string().optional() });

/**
 * Schema of a stored entry: the current format, and the older format without an account. Entries expire after a day.
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

/**
 * Stores sent orders in local storage, separately for each user, so that other users of this browser do not see them.
 */
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
