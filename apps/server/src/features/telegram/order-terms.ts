import type { ErrorCode } from '@vigia/contract';
import type { Currency } from '@vigia/core/money';
import type { BrokerId } from '@vigia/core/vocabulary';

/** The practice account to which an order would go, and its payout now. */
export type BotOrderTerms = {
  readonly account: 'mock' | 'demo';
  /** Broker of a demo account, and its display name; null for the paper account. */
  readonly broker: BrokerId | null;
  readonly venue: string | null;
  readonly currency: Currency;
  /** Payout of a win as a fraction of the stake. */
  readonly payout: number;
};

/** The reason why an order is not accepted. */
export type BotRefusal = { readonly code: ErrorCode; readonly values: Readonly<Record<string, string | number>> };
