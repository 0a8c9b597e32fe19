import { type Currency, isCurrency } from '@vigia/core/money';
import type { BrokerLog } from '#port/index.ts';

/** Form of a currency code. A text of another form is not logged, because it may contain private data. */
const CODE = /^[A-Za-z0-9]{2,20}$/;

/**
 * Returns the currency of an account that a broker lists. Returns null and writes a log line if its decimals are
 * unknown.
 */
export function knownCurrency(text: string, log: BrokerLog): Currency | null {
  if (isCurrency(text)) return text;
  log('warn', `an account in an unknown currency is left out: ${CODE.test(text) ? text : 'no code'}`);
  return null;
}
