import type { Purse } from '@vigia/contract';
import { uiMessages } from './messages.es.ts';

/** Returns the name of a purse, which is the balance of one kind of money in one currency: `Demo · EUR`. */
export const purseName = ({ kind, currency }: Purse): string => `${uiMessages.moneyKinds[kind]} · ${currency}`;
