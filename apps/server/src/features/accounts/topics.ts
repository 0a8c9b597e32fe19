import type { AccountView } from '@vigia/contract';
import { topicForAll, topicForUser } from '#platform/bus/bus.ts';

export type AccountChanged = { readonly userId: string; readonly account: AccountView };

/** The balance of an account changed; published after the commit. */
export const ACCOUNT_CHANGED = topicForUser<AccountChanged>('accounts.account-changed');

/** The mode of a user's orders changed; published after the commit. */
export const MODE_CHANGED = topicForAll<{ readonly userId: string }>('accounts.mode-changed');
