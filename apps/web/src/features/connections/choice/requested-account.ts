import { createStore } from 'zustand/vanilla';
import type { TradingAccountRef } from '#shared/lib/account-name.ts';
import { useUi } from '#shared/lib/ui-store.ts';

/** The real account whose conditions the picker shows when it opens. Null if it shows no conditions. */
export const requestedAccount = createStore<{ readonly asked: TradingAccountRef | null }>()(() => ({ asked: null }));

/** Opens the account picker with the conditions of a real account. */
export function openAccountDialogFor(account: TradingAccountRef): void {
  requestedAccount.setState({ asked: account });
  useUi.getState().openModal('account');
}
