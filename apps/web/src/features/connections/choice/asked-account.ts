import type { AccountRef } from '@vigia/core/vocabulary';
import { createStore } from 'zustand/vanilla';
import { useUi } from '#shared/lib/ui-store.ts';

/** The real account whose conditions the choice shows when it opens; null if it shows none. */
export const askedAccount = createStore<{ readonly asked: AccountRef | null }>()(() => ({ asked: null }));

/** Opens the choice at the conditions of a real account. */
export function askForAccount(account: AccountRef): void {
  askedAccount.setState({ asked: account });
  useUi.getState().openModal('account');
}
