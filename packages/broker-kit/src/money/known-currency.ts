import { type Currency, isCurrency } from '@vigia/core/money';
import type { BrokerLog } from '#port/index.ts';

/** Form of a code in a log line; anything else is some other text of the broker. */
const CODE = /^[A-Za-z0-9]{2,20}$/;

/** The currency of an account that a broker lists; null, with a line in the log, if we do not know its decimals. */
export function knownCurrency(text: string, log: BrokerLog): Currency | null {
  if (isCurrency(text)) return text;
  log('warn', `an account in an unknown currency is left out: ${CODE.test(text) ? text : 'no code'}`);
  return null;
}
