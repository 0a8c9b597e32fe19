import type { BookContract, ContractBook, Deviation, FaultScript, SimulatedMarket } from '@vigia/broker-kit/simulator';
import type { Cancel, Clock } from '@vigia/core/kernel';
import { type Currency, PAPER_CURRENCY } from '@vigia/core/money';
import type { OptionKind } from './actives.ts';
import { type IqQuirks, USUAL_QUIRKS } from './quirks.ts';
import { type DigitalOrder, positionRow } from './rows.ts';
import type { SignIn } from './sign-in.ts';

const FIRST_USER = 7;
const FIRST_REJECTED = 9_000_000;

/** State that all connections share. */
export class SimulatedBroker {
  readonly clock: Clock;
  readonly market: SimulatedMarket;
  readonly book: ContractBook;
  readonly script: FaultScript;
  readonly signIn: SignIn;
  readonly quirks: IqQuirks = { ...USUAL_QUIRKS };
  readonly deviations = new Set<Deviation>();
  /** Product of each contract. */
  readonly #kinds = new Map<string, OptionKind>();
  readonly #users: string[] = [];
  #rejected = 0;
  readonly #orderHandlers = new Set<(order: DigitalOrder) => void>();
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

  /** @param isReported whether clients receive an event about the new position; the records contain it in any case */
  sold(contract: Readonly<BookContract>, kind: OptionKind, isReported = true): void {
    this.#kinds.set(contract.contractId, kind);
    if (!isReported) return;
    for (const handler of this.#soldHandlers) handler(contract);
  }

  /** Registers a handler that is called for every sale, once its product is known. */
  onSold(handler: (contract: Readonly<BookContract>) => void): Cancel {
    this.#soldHandlers.add(handler);
    return () => void this.#soldHandlers.delete(handler);
  }

  /** Publishes the outcome of a digital order. */
  ordered(order: DigitalOrder): void {
    for (const handler of this.#orderHandlers) handler(order);
  }

  /** Registers a handler that is called when a digital order is filled or rejected. */
  onOrdered(handler: (order: DigitalOrder) => void): Cancel {
    this.#orderHandlers.add(handler);
    return () => void this.#orderHandlers.delete(handler);
  }

  /** Returns the id of an order that is rejected after its response. No contract has this id. */
  rejectedOrderId(): string {
    this.#rejected += 1;
    return String(FIRST_REJECTED + this.#rejected);
  }

  /** Returns a contract as a position, with its product; null until the product is known. */
  position(contract: Readonly<BookContract>): { readonly kind: OptionKind; readonly row: object } | null {
    const kind = this.#kinds.get(contract.contractId);
    return kind ? { kind, row: this.#row(contract, kind) } : null;
  }

  #row(contract: Readonly<BookContract>, kind: OptionKind): object {
    const userId = this.userIdOf(contract.loginId);
    return positionRow(contract, this.currencyOf(contract.accountId), kind, userId, this.quirks);
  }
}
