import type { AccountView } from '@vigia/contract';
import { topicForAll, topicForUser } from '#platform/bus/bus.ts';

export type AccountChanged = { readonly userId: string; readonly account: AccountView };

/** The balance of an account is another than before; published after the change is committed. */
export const ACCOUNT_CHANGED = topicForUser<AccountChanged>('accounts.account-changed');

/** A person's orders go elsewhere than before; published after the change is committed. */
export const MODE_CHANGED = topicForAll<{ readonly userId: string }>('accounts.mode-changed');
