import type { BrokerId } from '@vigia/core/vocabulary';
import type { Transaction } from '#platform/persistence/database.ts';
import type { Caller } from '../caller.ts';

/** A security-relevant change in a feature other than auth, such as a data export. */
export type AccountSecurityChange =
  | { readonly kind: 'data_exported' }
  /** A new webhook, or one with a new address. `host`: that of its address. */
  | { readonly kind: 'webhook_set'; readonly name: string; readonly host: string }
  | { readonly kind: 'real_money_chosen' | 'broker_credentials_stored'; readonly broker: BrokerId };

/** The method of the auth feature with which other features report security changes to the owner of an account. */
export interface SecurityNotices {
  /** Enqueues a mail about the change, with a link 'No fui yo' that undoes it, in the transaction of the change. */
  announce(tx: Transaction, caller: Caller, change: AccountSecurityChange): Promise<void>;
}

/** An implementation that sends no mail, for tests of other features. */
export const NO_NOTICES: SecurityNotices = { announce: async () => undefined };
