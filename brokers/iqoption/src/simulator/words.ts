import type { BrokerFaultKind } from '@vigia/broker-kit/port';
import type { BookRefusal } from '@vigia/broker-kit/simulator';

/**
 * Text and status of a refusal. The real statuses are not public, so these are invented numbers in the range of errors.
 */
export type RefusalText = { readonly status: number; readonly message: string };

const words = (status: number, message: string): RefusalText => ({ status, message });

/** Refusal with a text from the vendor's tests. */
const NO_FUNDS = words(4_103, 'Insufficient funds for this transaction.');
/** Refusals with texts that users have reported. */
export const TOO_LATE = words(4_101, 'Time for purchasing options is over, please try again later.');
const SUSPENDED = words(4_119, 'Cannot purchase an option (active is suspended)');
export const PROFIT_CHANGED = words(4_117, 'The option has not been purchased because of the profit rate change.');
/** The following texts are invented. */

const BAD_STAKE = words(4_104, 'Investment amount is out of the allowed range.');
export const BAD_EXPIRATION = words(4_105, 'Invalid expiration time.');
export const TOO_MANY_REQUESTS = words(4_029, 'Too many requests, please try again later.');
const NO_SUCH_BALANCE = words(4_107, 'Balance was not found.');
const ELSE = words(4_000, 'Something went wrong.');

export const BOOK_REFUSAL_TEXTS: Readonly<Record<BookRefusal, RefusalText>> = {
  unknown_account: NO_SUCH_BALANCE,
  unknown_symbol: SUSPENDED,
  market_closed: SUSPENDED,
  stake_out_of_range: BAD_STAKE,
  insufficient_funds: NO_FUNDS,
  invalid_expiry: TOO_LATE,
};

const FAULT_WORDS: Readonly<Partial<Record<BrokerFaultKind, RefusalText>>> = {
  insufficient_funds: NO_FUNDS,
  market_closed: SUSPENDED,
  too_late: TOO_LATE,
  stake_out_of_range: BAD_STAKE,
  invalid_duration: BAD_EXPIRATION,
  price_moved: PROFIT_CHANGED,
  rate_limited: TOO_MANY_REQUESTS,
};

export const refusalTextOf = (kind: BrokerFaultKind): RefusalText => FAULT_WORDS[kind] ?? ELSE;
