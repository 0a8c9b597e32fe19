import type { AccountView } from '@vigia/contract';
import { topicForAll, topicForUser } from '#platform/bus/bus.ts';

export type AccountChanged = { readonly userId: string; readonly account: AccountView };

/** The balance of an account changed; published after the commit. */
export const ACCOUNT_CHANGED = topicForUser<AccountChanged>('accounts.account-changed');

/** Reports that a user's orders now go to another account; published after the commit. */
export const ACCOUNT_CHOSEN = topicForAll<{ readonly userId: string }>('accounts.account-chosen');

/** A user excluded themselves from real money or extended their exclusion; published after the commit. */
export const SELF_EXCLUDED = topicForAll<{ readonly userId: string }>('accounts.self-excluded');

/** A user deleted their account; published after the commit. */
export const ACCOUNT_DELETED = topicForAll<{ readonly userId: string }>('accounts.account-deleted');
