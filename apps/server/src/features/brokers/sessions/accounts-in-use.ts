import type { BrokerAccount, BrokerAccountKind, BrokerSession } from '@vigia/broker-kit/port';

/**
 * The accounts of a session that orders go to, one of each kind. They do not depend on the order of the broker's list.
 */
export class AccountsInUse {
  readonly #session: Pick<BrokerSession, 'accounts'>;
  /** The broker's id of the account in use, by kind. */
  readonly #ids = new Map<BrokerAccountKind, string>();

  constructor(session: Pick<BrokerSession, 'accounts'>) {
    this.#session = session;
  }

  /** Returns the account of this kind in use; undefined if the login has none or no longer lists it. */
  of(kind: BrokerAccountKind): BrokerAccount | undefined {
    const accountId = this.#ids.get(kind);
    if (accountId !== undefined) return this.listed(kind, accountId);
    const first = this.#session.accounts().find((account) => account.kind === kind);
    if (first !== undefined) this.use(first);
    return first;
  }

  /** Returns an account of the login by the broker's id; undefined if the login has no such account. */
  listed(kind: BrokerAccountKind, accountId: string): BrokerAccount | undefined {
    return this.#session.accounts().find((account) => account.kind === kind && account.accountId === accountId);
  }

  /** Makes an account the account in use of its kind. */
  use({ kind, accountId }: Pick<BrokerAccount, 'kind' | 'accountId'>): void {
    this.#ids.set(kind, accountId);
  }
}
