import type { BookContract, ContractBook, FaultScript, SimulatedMarket } from '@vigia/broker-kit/simulator';
import type { Cancel, Clock } from '@vigia/core/kernel';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import type { OptionKind } from './actives.ts';
import { type IqQuirks, USUAL_QUIRKS } from './quirks.ts';
import { positionRow } from './rows.ts';
import type { SignIn } from './sign-in.ts';

const FIRST_USER = 7;

/** State that all connections share. */
export class SimulatedBroker {
  readonly clock: Clock;
  readonly market: SimulatedMarket;
  readonly book: ContractBook;
  readonly script: FaultScript;
  readonly signIn: SignIn;
  readonly quirks: IqQuirks = { ...USUAL_QUIRKS };
  /** Product of each contract. */
  readonly #kinds = new Map<string, OptionKind>();
  readonly #users: string[] = [];
  readonly #soldHandlers = new Set<(contract: Readonly<BookContract>) => void>();

  constructor(parts: Pick<SimulatedBroker, 'clock' | 'market' | 'book' | 'script' | 'signIn'>) {
    this.clock = parts.clock;
    this.market = parts.market;
    this.book = parts.book;
    this.script = parts.script;
    this.signIn = parts.signIn;
  }

  userIdOf(loginId: string): number {
    if (!this.#users.includes(loginId)) this.#users.push(loginId);
    return FIRST_USER + this.#users.indexOf(loginId);
  }

  currencyOf(accountId: string): Currency {
    return this.book.account(accountId)?.currency ?? PAPER_CURRENCY;
  }

  sold(contract: Readonly<BookContract>, kind: OptionKind): void {
    this.#kinds.set(contract.contractId, kind);
    for (const handler of this.#soldHandlers) handler(contract);
  }

  /** Registers a handler that is called for every sale, once its product is known. */
  onSold(handler: (contract: Readonly<BookContract>) => void): Cancel {
    this.#soldHandlers.add(handler);
    return () => void this.#soldHandlers.delete(handler);
  }

  /** A contract as a position, with its product; null until the product is known. */
  position(contract: Readonly<BookContract>): { readonly kind: OptionKind; readonly row: object } | null {
    const kind = this.#kinds.get(contract.contractId);
    return kind ? { kind, row: this.#row(contract, kind) } : null;
  }

  #row(contract: Readonly<BookContract>, kind: OptionKind): object {
    const userId = this.userIdOf(contract.loginId);
    return positionRow(contract, this.currencyOf(contract.accountId), kind, userId, this.quirks.positions);
  }
}
