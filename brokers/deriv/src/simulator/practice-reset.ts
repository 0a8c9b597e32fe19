import { type BookAccount, type ContractBook, minorOfAmount } from '@vigia/broker-kit/simulator';
import { minorUnits } from '@vigia/core/kernel';

/** Balance of a demo account after a reset, in units of its currency. */
const AMOUNT = 10_000;

/** Resets the balance of a demo account; false for a real account. */
export const resetDemo = (book: ContractBook, { accountId, currency }: Readonly<BookAccount>): boolean =>
  book.refill(accountId, minorUnits(minorOfAmount(AMOUNT, currency)));
