import type { Purse } from '@vigia/contract';
import { uiMessages } from './messages.es.ts';

/** Returns the name of a purse on the screen, its kind of money and its currency: `Demo · EUR`. */
export const purseName = ({ kind, currency }: Purse): string => `${uiMessages.moneyKinds[kind]} · ${currency}`;
