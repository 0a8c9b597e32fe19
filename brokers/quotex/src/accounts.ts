import type { BrokerAccount, BrokerAccountKind, BrokerLog } from '@vigia/broker-kit/port';
import type { Currency } from '@vigia/core/money';
import { accountIdOf, accountsOf, type ProfileWithCurrency, profileWithCurrency } from './mapper.ts';
import { type Balances, type Profile, readBalances, readProfile } from './wire/messages.ts';

/** The user profile of a login, and the balances of its demo and its real account. */
export class Accounts {
  readonly #log: BrokerLog;
  readonly #publish: (accounts: readonly BrokerAccount[]) => void;
  #profile: ProfileWithCurrency | null = null;
  #purses: Balances = {};

  constructor(log: BrokerLog, publish: (accounts: readonly BrokerAccount[]) => void) {
    this.#log = log;
    this.#publish = publish;
  }

  /** Returns whether the profile has been read. Its currency may be one that Vigía does not support. */
  hasProfile(): boolean {
    return this.#profile !== null;
  }

  accounts(): readonly BrokerAccount[] {
    return this.#profile ? accountsOf(this.#profile, this.#purses) : [];
  }

  accountIdOf(kind: BrokerAccountKind): string {
    return accountIdOf(this.#profile, kind);
  }

  currency(): Currency | null {
    return this.#profile?.currency ?? null;
  }

  kindOf(accountId: string): BrokerAccountKind | null {
    return this.accounts().find((account) => account.accountId === accountId)?.kind ?? null;
  }

  /** Stores the first profile of a login and ignores later profiles. Balances arrive in separate messages. */
  learn(profile: Profile | null): void {
    if (profile !== null) this.#profile ??= profileWithCurrency(profile, this.#log);
  }

  /** Removes the profile when the login has ended, because the next login may belong to another user. */
  forget(): void {
    this.#profile = null;
  }

  onProfile(payload: unknown): void {
    this.learn(readProfile(payload));
    this.onBalances(payload);
  }

  /** Reads balances from any message that contains them. */
  onBalances(payload: unknown): void {
    const balances = readBalances(Array.isArray(payload) ? payload[0] : payload);
    if (!balances) return;
    const before = this.#purses;
    this.#purses = { ...before, ...balances };
    if (before.demo !== this.#purses.demo || before.live !== this.#purses.live) this.publish();
  }

  publish(): void {
    if (this.#profile) this.#publish(this.accounts());
  }
}
