import type { BrokerAccount, BrokerAccountKind } from '@vigia/broker-kit/port';
import { accountIdOf, accountsOf } from './mapper.ts';
import { type Balances, type Profile, readBalances, readProfile } from './wire/messages.ts';

/** Whose login it is, and what lies in its two purses. */
export class Wallet {
  readonly #tell: (accounts: readonly BrokerAccount[]) => void;
  #profile: Profile | null = null;
  #purses: Balances = {};

  constructor(tell: (accounts: readonly BrokerAccount[]) => void) {
    this.#tell = tell;
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

  /** The login is dead: the next one may be somebody else's. */
  forget(): void {
    this.#profile = null;
  }

  takeProfile(payload: unknown): void {
    this.learn(readProfile(payload));
    this.takeBalances(payload);
  }

  /** Of any message that may tell of a purse. */
  takeBalances(payload: unknown): void {
    const told = readBalances(Array.isArray(payload) ? payload[0] : payload);
    if (!told) return;
    const before = this.#purses;
    this.#purses = { ...before, ...told };
    if (before.demo !== this.#purses.demo || before.live !== this.#purses.live) this.tell();
  }

  tell(): void {
    if (this.#profile) this.#tell(this.accounts());
  }
}
