import type { MinorUnits, Ratio } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import type { Direction } from '@vigia/core/vocabulary';
import type { BrokerAccountKind } from '#port/index.ts';

export type BookAccount = {
  readonly accountId: string;
  readonly loginId: string;
  readonly kind: BrokerAccountKind;
  readonly currency: Currency;
  balanceMinor: MinorUnits;
};

export type BookResult = {
  /** Result of a sold contract, by the sign of its profit. */
  readonly outcome: 'won' | 'lost' | 'tie';
  readonly wasSold: boolean;
  readonly profitMinor: MinorUnits;
  readonly settlePrice: number;
  readonly settleTickMs: number;
  readonly settledAtMs: number;
};

/** One option contract in the book. */
export type BookContract = {
  readonly contractId: string;
  readonly accountId: string;
  readonly loginId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly stakeMinor: MinorUnits;
  readonly payoutRatio: Ratio;
  readonly entryPrice: number;
  readonly entryTickMs: number;
  readonly openedAtMs: number;
  readonly expiryMs: number;
  /** Number of ticks of a contract that ends with a tick; absent for other contracts. */
  readonly ticks?: number;
  /** The client's tag of the order; null if it has none. */
  readonly tag: string | null;
  result: BookResult | null;
};

export type BookOrder = {
  readonly accountId: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly stakeMinor: MinorUnits;
  readonly expiryMs: number;
  readonly tag: string | null;
};

/** The reason why the book refuses an order. Each simulator converts the refusal to its broker's message. */
export type BookRefusal =
  | 'unknown_account'
  | 'unknown_symbol'
  | 'market_closed'
  | 'stake_out_of_range'
  | 'insufficient_funds'
  | 'invalid_expiry';

export type ContractBookEvent =
  | { readonly kind: 'opened' | 'settled'; readonly contract: Readonly<BookContract> }
  | { readonly kind: 'balance'; readonly account: Readonly<BookAccount> };
