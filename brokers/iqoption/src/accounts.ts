import type { BrokerAccount } from '@vigia/broker-kit/port';
import { accountOf } from './mapper.ts';
import { BalanceChanged, Balances } from './wire/messages.ts';

/** The login's real and demo balances. */
export class Accounts {
  readonly #tell: (accounts: readonly BrokerAccount[]) => void;
  #accounts: readonly BrokerAccount[] = [];

  constructor(tell: (accounts: readonly BrokerAccount[]) => void) {
    this.#tell = tell;
  }

  all(): readonly BrokerAccount[] {
    return this.#accounts;
  }

  /** Takes an answer of `get-available-balances`; false where it is none. */
  takeAll(msg: unknown): boolean {
    const balances = Balances.safeParse(msg).data;
    if (!balances) return false;
    this.#become(balances.map(accountOf).filter((account) => account !== null));
    return true;
  }

  /** A `balance-changed`. */
  take(msg: unknown): void {
    const balance = BalanceChanged.safeParse(msg).data?.current_balance;
    const changed = balance ? accountOf(balance) : null;
    if (!changed || !this.#accounts.some(({ accountId }) => accountId === changed.accountId)) return;
    this.#become(this.#accounts.map((account) => (account.accountId === changed.accountId ? changed : account)));
  }

  #become(accounts: readonly BrokerAccount[]): void {
    this.#accounts = accounts;
    this.#tell(accounts);
  }
}
