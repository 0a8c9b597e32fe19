import { readLocal, writeLocal } from './local-values.ts';

/** Names of the values that this device remembers for each account. */
export type RememberedName = 'symbol' | 'timeframe' | 'seconds' | 'length' | 'amount';

const keyOf = (accountId: string, name: RememberedName): string => `vigia-account-${accountId}-${name}`;

/**
 * Stores a value that the user chose while this account was in use.
 * @param start the default that the settings have for this value
 */
export const rememberForAccount = (accountId: string, name: RememberedName, value: string, start = ''): void =>
  writeLocal(keyOf(accountId, name), `${start}\n${value}`);

/**
 * Returns the value that the user last chose on this account. Returns null if there is none, or if the user has changed
 * the default since then: a new default is the newer choice.
 */
export function recallForAccount(accountId: string, name: RememberedName, start = ''): string | null {
  const [then, value] = readLocal(keyOf(accountId, name))?.split('\n') ?? [];
  return value !== undefined && then === start ? value : null;
}
