import type { BrokerAccount, BrokerAccountKind } from '@vigia/broker-kit/port';
import { accountIdOf, accountsOf } from './mapper.ts';
import { type Balances, type Profile, readBalances, readProfile } from './wire/messages.ts';

/** User of the login, and the balances of its demo and real accounts. */
export class Accounts {
  readonly #publish: (accounts: readonly BrokerAccount[]) => void;
  #profile: Profile | null = null;
  #purses: Balances = {};

  constructor(publish: (accounts: readonly BrokerAccount[]) => void) {
    this.#publish = publish;
  }

  /** Whether the person's currency is known, without which no amount means anything. */
  isKnown(): boolean {
    return this.#profile !== null;
  }

  accounts(): readonly BrokerAccount[] {
    return this.#profile ? accountsOf(this.#profile, this.#purses) : [];
  }

  accountIdOf(kind: BrokerAccountKind): string {
    return accountIdOf(this.#profile, kind);
  }

  kindOf(accountId: string): BrokerAccountKind | null {
    return this.accounts().find((account) => account.accountId === accountId)?.kind ?? null;
  }

  /** The first profile of a login counts; balances come by themselves. */
  learn(profile: Profile | null): void {
    this.#profile ??= profile;
  }

  /** The login is dead: the next one may be another user's. */
  forget(): void {
    this.#profile = null;
  }

  onProfile(payload: unknown): void {
    this.learn(readProfile(payload));
    this.onBalances(payload);
  }

  /** Handles any message that may carry balances. */
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
