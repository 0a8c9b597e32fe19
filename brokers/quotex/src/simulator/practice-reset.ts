import { type BookAccount, type ContractBook, minorOfAmount } from '@vigia/broker-kit/simulator';
import { minorUnits } from '@vigia/core/kernel';

/** Handles `demo/refill`: sets the demo balance to an amount. Returns false if the amount is invalid. */
export function setDemoBalance(
  book: ContractBook,
  { accountId, currency }: Readonly<BookAccount>,
  amount: unknown,
): boolean {
  const minor = typeof amount === 'number' ? minorOfAmount(amount, currency) : Number.NaN;
  return !Number.isNaN(minor) && minor > 0 && book.refill(accountId, minorUnits(minor));
}
