import type { BrokerAccount, BrokerDeps, BrokerLog, Oddities } from '@vigia/broker-kit/port';
import type { MinorUnits } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { accountOf } from './mapper.ts';
import { Balance, BalanceChanged, Balances } from './wire/messages.ts';

/** The real and demo accounts of a login. The broker's messages call them balances or wallets. */
export class Accounts {
  readonly #log: BrokerLog;
  readonly #oddities: Oddities | undefined;
  readonly #publish: (accounts: readonly BrokerAccount[]) => void;
  #accounts: readonly BrokerAccount[] = [];

  constructor(
    { log, oddities }: Pick<BrokerDeps, 'log' | 'oddities'>,
    publish: (accounts: readonly BrokerAccount[]) => void,
  ) {
    this.#log = log;
    this.#oddities = oddities;
    this.#publish = publish;
  }

  all(): readonly BrokerAccount[] {
    return this.#accounts;
  }

  /** null for an account that is not listed. */
  currencyOf(accountId: string): Currency | null {
    return this.#accounts.find((account) => account.accountId === accountId)?.currency ?? null;
  }

  /** null for an account that is not listed. */
  balanceMinorOf(accountId: string): MinorUnits | null {
    return this.#accounts.find((account) => account.accountId === accountId)?.balanceMinor ?? null;
  }

  /** Returns the currency of all accounts; null if the accounts have different currencies or none is listed. */
  sharedCurrency(): Currency | null {
    const [first] = this.#accounts;
    return first && this.#accounts.every(({ currency }) => currency === first.currency) ? first.currency : null;
  }

  /** Applies a response to `get-available-balances`; returns false if the message is not such a response. */
  onBalances(msg: unknown): boolean {
    const rows = Balances.safeParse(msg).data;
    if (!rows) return false;
    const wallets = rows.map((row) => Balance.safeParse(row).data).filter((balance) => balance !== undefined);
    for (let row = wallets.length; row < rows.length; row += 1) this.#oddities?.unreadable('balances', false);
    if (wallets.length < rows.length) this.#log('warn', 'a wallet that cannot be read is left out');
    // If a login has margin wallets and others, the others come first.
    const ordered = wallets.toSorted((a, b) => Number(a.is_marginal ?? false) - Number(b.is_marginal ?? false));
    const accounts = ordered.map((balance) => accountOf(balance, this.#log)).filter((account) => account !== null);
    // If no wallet can be read, the response has an unknown form; it does not mean that the login has no accounts.
    if (wallets.length === 0 && rows.length > 0) return false;
    this.#become(accounts);
    return true;
  }

  /** Applies a `balance-changed` event. */
  onBalance(msg: unknown): void {
    const balance = BalanceChanged.safeParse(msg).data?.current_balance;
    if (!balance) this.#oddities?.unreadable('balance-changed', false);
    if (!balance || this.currencyOf(String(balance.id)) === null) return;
    const changed = accountOf(balance, this.#log);
    if (!changed) return;
    this.#become(this.#accounts.map((account) => (account.accountId === changed.accountId ? changed : account)));
  }

  #become(accounts: readonly BrokerAccount[]): void {
    this.#accounts = accounts;
    this.#publish(accounts);
  }
}
