import type { Purse } from '@vigia/contract';
import { uiMessages } from './messages.es.ts';

/** Returns the name of a purse: `Demo · EUR`. A purse is one kind of money in one currency. */
export const purseName = ({ kind, currency }: Purse): string => `${uiMessages.moneyKinds[kind]} · ${currency}`;
