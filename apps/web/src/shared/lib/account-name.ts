import { ACCOUNT_OF_MODE, type AccountRef } from '@vigia/core/vocabulary';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { brokerName } from './broker-name.ts';

const words = uiMessages.accounts;

/**
 * Identifies a trading account. `accountId` is the broker's id of the account; it is present if the login has several
 * accounts of this kind.
 */
export type TradingAccountRef = AccountRef & { readonly accountId?: string };

export const PAPER_ACCOUNT: AccountRef = ACCOUNT_OF_MODE.mock;

/** Names the account in one or two words: `Simulado`, `IQ demo`, `Deriv REAL`. */
export function accountText({ broker, kind }: AccountRef): string {
  if (kind === 'mock') return words.paper;
  return words.atBroker(broker === 'iqoption' ? words.shortIqOption : brokerName(broker), words.kinds[kind]);
}

/** Returns a key that is unique for each combination of broker and account kind. */
export const accountKey = ({ broker, kind }: AccountRef): string => `${broker}_${kind}`;
