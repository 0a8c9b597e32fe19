import {
  type Cancel,
  type Clock,
  durationMs,
  err,
  invariant,
  type MinorUnits,
  minorUnits,
  ok,
  outcomeAt,
  type Result,
} from '@vigia/core/kernel';
import { type Currency, exponentOf, PAPER_CURRENCY } from '@vigia/core/money';
import { profitOfWin } from '@vigia/core/trades';
import type { BrokerAccountKind } from '#port/index.ts';
import type {
  BookAccount,
  BookContract,
  BookOrder,
  BookRefusal,
  BookResult,
  ContractBookEvent,
} from './contract-book-types.ts';
import type { MarketTick, SimulatedMarket } from './market.ts';
import { saleValueMinor } from './sale-value.ts';

export type BookOptions = {
  readonly clock: Clock;
  readonly market: SimulatedMarket;
  readonly onEqualPrices: 'tie' | 'lost';
  /**
   * Returns the entry tick of a contract that is bought now; the last tick by default. The entry tick may lie in the
   * future.
   */
  readonly entryTick?: (symbol: string, nowMs: number) => MarketTick;
  /** Converts a sequence number (1000001, 1000002 …) to the broker's form of a contract id. */
  readonly contractId?: (number: number) => string;
  /** Converts a sequence number to the broker's form of an account id. */
  readonly accountId?: (loginId: string, kind: BrokerAccountKind, number: number) => string;
};

/**
 * Opening balances in minor units of the account's currency. Each login gets a slightly different balance, so that
 * tests notice mixed-up balances.
 */
const OPENING_MINOR = { demo: 1_000_000, real: 50_000 } as const;
const FIRST_CONTRACT = 1_000_001;
const FIRST_ACCOUNT = 10_000;
/** Sequence number of the first additional account. It is above the numbers of all logins in a test. */
const FIRST_FURTHER = 50_000;

/** The accounts and option contracts of a simulated broker. The book settles the contracts at their expiry. */
export class ContractBook {
  readonly #options: BookOptions;
  readonly #accounts = new Map<string, BookAccount>();
  readonly #logins = new Map<string, readonly BookAccount[]>();
  readonly #contracts = new Map<string, BookContract>();
  readonly #handlers = new Set<(event: ContractBookEvent) => void>();
  #settlementDelayMs = 0;
  #currencies: Readonly<Record<BrokerAccountKind, Currency>> = { demo: PAPER_CURRENCY, real: PAPER_CURRENCY };

  constructor(options: BookOptions) {
    this.#options = options;
  }

  /** Returns the demo and the real account of a login; creates them on the first call. */
  accountsOf(loginId: string): readonly Readonly<BookAccount>[] {
    return this.#logins.get(loginId) ?? this.#open(loginId);
  }

  /** Opens one more account of a login, listed after its other accounts. Sessions list it after their next sign-in. */
  openFurther(loginId: string, kind: BrokerAccountKind, currency: Currency): Readonly<BookAccount> {
    const before = this.accountsOf(loginId);
    const number = FIRST_FURTHER + this.#accounts.size;
    const accountId = this.#options.accountId?.(loginId, kind, number) ?? String(FIRST_ACCOUNT + number);
    const account: BookAccount = { accountId, loginId, kind, currency, balanceMinor: minorUnits(OPENING_MINOR[kind]) };
    this.#logins.set(loginId, [...before, account]);
    this.#accounts.set(accountId, account);
    return account;
  }

  /**
   * Sets the currencies of accounts that the book creates from now on.
   * @throws RangeError for an unknown currency
   */
  useCurrencies(currencies: Partial<Readonly<Record<BrokerAccountKind, Currency>>>): void {
    const next = { ...this.#currencies, ...currencies };
    for (const currency of Object.values(next)) exponentOf(currency);
    this.#currencies = next;
  }

  account(accountId: string): Readonly<BookAccount> | undefined {
    return this.#accounts.get(accountId);
  }

  /** Accepts an order: the stake leaves the account, and the contract settles by itself at its expiry. */
  place(order: BookOrder): Result<Readonly<BookContract>, BookRefusal> {
    const account = this.#accounts.get(order.accountId);
    if (!account) return err('unknown_account');
    const asset = this.#options.market.asset(order.symbol);
    if (!asset) return err('unknown_symbol');
    const { clock, market } = this.#options;
    const nowMs = clock.now();
    if (!asset.isOpen) return err('market_closed');
    if (order.expiryMs <= nowMs) return err('invalid_expiry');
    if (order.stakeMinor < asset.minStakeMinor || order.stakeMinor > asset.maxStakeMinor)
      return err('stake_out_of_range');
    if (order.stakeMinor > account.balanceMinor) return err('insufficient_funds');
    const number = FIRST_CONTRACT + this.#contracts.size;
    const entry = this.#options.entryTick?.(order.symbol, nowMs) ?? market.lastTick(order.symbol, nowMs);
    const contract: BookContract = {
      ...order,
      contractId: this.#options.contractId?.(number) ?? String(number),
      loginId: account.loginId,
      payoutRatio: asset.payoutRatio,
      entryPrice: entry.price,
      entryTickMs: entry.timeMs,
      openedAtMs: nowMs,
      result: null,
    };
    this.#contracts.set(contract.contractId, contract);
    this.#publish({ kind: 'opened', contract });
    this.#move(account, -order.stakeMinor);
    this.#settleLater(contract, contract.expiryMs - nowMs);
    return ok(contract);
  }

  /**
   * Returns the price that the broker pays for the contract now.
   * @returns null for a contract that has ended or is unknown
   */
  saleValueMinor(contractId: string): MinorUnits | null {
    const contract = this.#contracts.get(contractId);
    if (!contract || contract.result) return null;
    const nowMs = this.#options.clock.now();
    return saleValueMinor(contract, this.#options.market.lastTick(contract.symbol, nowMs).price, nowMs);
  }

  /**
   * Ends a running contract by a sale at its current value.
   * @returns null for a contract that has ended or is unknown
   */
  sell(contractId: string): Readonly<BookContract> | null {
    const contract = this.#contracts.get(contractId);
    const valueMinor = this.saleValueMinor(contractId);
    if (!contract || valueMinor === null) return null;
    const { clock, market } = this.#options;
    const { price: settlePrice, timeMs: settleTickMs } = market.lastTick(contract.symbol, clock.now());
    const profitMinor = minorUnits(valueMinor - contract.stakeMinor);
    const outcome = profitMinor === 0 ? 'tie' : profitMinor > 0 ? 'won' : 'lost';
    this.#end(contract, { outcome, wasSold: true, profitMinor, settlePrice, settleTickMs, settledAtMs: clock.now() });
    return contract;
  }

  /** Sets the balance of a demo account; returns false for any other account. */
  refill(accountId: string, balanceMinor: MinorUnits): boolean {
    const account = this.#accounts.get(accountId);
    if (account?.kind !== 'demo') return false;
    this.#move(account, balanceMinor - account.balanceMinor);
    return true;
  }

  /** Pays practice money into an account. */
  topUp(accountId: string, amountMinor: MinorUnits): void {
    const account = this.#accounts.get(accountId);
    if (account) this.#move(account, amountMinor);
  }

  contract(contractId: string): Readonly<BookContract> | undefined {
    return this.#contracts.get(contractId);
  }

  /** Returns all contracts of one account, oldest first. */
  contractsOf(accountId: string): readonly Readonly<BookContract>[] {
    return this.contracts().filter((contract) => contract.accountId === accountId);
  }

  /** Returns all contracts of all accounts, oldest first. */
  contracts(): readonly Readonly<BookContract>[] {
    return [...this.#contracts.values()];
  }

  /** Sets the delay from expiry to settlement for new contracts. The price at the expiry still decides them. */
  delaySettlement(ms: number): void {
    this.#settlementDelayMs = ms;
  }

  /** Calls the handler for every bought and every settled contract, and then for the resulting change of balance. */
  onEvent(handler: (event: ContractBookEvent) => void): Cancel {
    this.#handlers.add(handler);
    return () => void this.#handlers.delete(handler);
  }

  #open(loginId: string): readonly BookAccount[] {
    const place = this.#logins.size;
    const accounts = (['demo', 'real'] as const).map((kind, index): BookAccount => {
      const number = place * 2 + index + 1;
      return {
        accountId: this.#options.accountId?.(loginId, kind, number) ?? String(FIRST_ACCOUNT + number),
        loginId,
        kind,
        currency: this.#currencies[kind],
        balanceMinor: minorUnits(OPENING_MINOR[kind] + place),
      };
    });
    this.#logins.set(loginId, accounts);
    for (const account of accounts) this.#accounts.set(account.accountId, account);
    return accounts;
  }

  #settleLater(contract: BookContract, waitMs: number): void {
    this.#options.clock.after(durationMs(waitMs + this.#settlementDelayMs), () => this.#settle(contract));
  }

  #settle(contract: BookContract): void {
    if (contract.result) return;
    const { clock, market, onEqualPrices } = this.#options;
    const { price: settlePrice, timeMs: settleTickMs } = market.lastTick(contract.symbol, contract.expiryMs - 1);
    const decided = outcomeAt(contract.direction, contract.entryPrice, settlePrice);
    const outcome = decided === 'tie' ? onEqualPrices : decided;
    const winMinor = profitOfWin(contract.stakeMinor, contract.payoutRatio);
    const profitMinor = minorUnits({ won: winMinor, lost: -contract.stakeMinor, tie: 0 }[outcome]);
    const settledAtMs = clock.now();
    this.#end(contract, { outcome, wasSold: false, profitMinor, settlePrice, settleTickMs, settledAtMs });
  }

  #end(contract: BookContract, result: BookResult): void {
    contract.result = result;
    const account = this.#accounts.get(contract.accountId);
    invariant(account !== undefined, 'a contract has its account');
    this.#publish({ kind: 'settled', contract });
    this.#move(account, contract.stakeMinor + result.profitMinor);
  }

  #move(account: BookAccount, amountMinor: number): void {
    account.balanceMinor = minorUnits(account.balanceMinor + amountMinor);
    this.#publish({ kind: 'balance', account });
  }

  #publish(event: ContractBookEvent): void {
    for (const handler of this.#handlers) handler(event);
  }
}
