import type { AccountKind, AccountRef } from '@vigia/core/vocabulary';
import { PAPER_ACCOUNT } from '#shared/lib/account-name.ts';

/**
 * Returns an account with play money.
 * @param broker broker of the demo account; `mock` is the paper account
 */
export const practiceAccount = (broker: string): AccountRef =>
  broker === PAPER_ACCOUNT.broker ? PAPER_ACCOUNT : { broker, kind: 'demo' };

/** Returns the account on which a setup or strategy trades. */
export const automationAccount = ({
  account_broker: broker,
  account_kind: kind,
}: {
  readonly account_broker: string;
  readonly account_kind: AccountKind;
}): AccountRef => ({ broker, kind });
