import type { BrokerAccount } from '@vigia/broker-kit/port';
import { accountOf } from './mapper.ts';
import { BalanceChanged, Balances } from './wire/messages.ts';

/** The login's real and demo balances. */
export class Accounts {
  readonly #publish: (accounts: readonly BrokerAccount[]) => void;
  #accounts: readonly BrokerAccount[] = [];

  constructor(publish: (accounts: readonly BrokerAccount[]) => void) {
    this.#publish = publish;
  }

  all(): readonly BrokerAccount[] {
    return this.#accounts;
  }

  /** Applies an answer of `get-available-balances`; returns false if it is not one. */
  onBalances(msg: unknown): boolean {
    const balances = Balances.safeParse(msg).data;
    if (!balances) return false;
    this.#become(balances.map(accountOf).filter((account) => account !== null));
    return true;
  }

  /** Applies a `balance-changed` event. */
  onBalance(msg: unknown): void {
    const balance = BalanceChanged.safeParse(msg).data?.current_balance;
    const changed = balance ? accountOf(balance) : null;
    if (!changed || !this.#accounts.some(({ accountId }) => accountId === changed.accountId)) return;
    this.#become(this.#accounts.map((account) => (account.accountId === changed.accountId ? changed : account)));
  }

  #become(accounts: readonly BrokerAccount[]): void {
    this.#accounts = accounts;
    this.#publish(accounts);
  }
}
