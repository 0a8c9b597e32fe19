import { type Currency, isCurrency } from '@vigia/core/money';
import type { BrokerLog } from '#port/index.ts';

/** Form of a currency code; a text of another form is not logged. */
const CODE = /^[A-Za-z0-9]{2,20}$/;

/**
 * Returns the currency of an account that a broker lists; null, with a line in the log, if its decimals are unknown.
 */
export function knownCurrency(text: string, log: BrokerLog): Currency | null {
  if (isCurrency(text)) return text;
  log('warn', `an account in an unknown currency is left out: ${CODE.test(text) ? text : 'no code'}`);
  return null;
}
