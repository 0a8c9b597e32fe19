import { ACCOUNT_OF_MODE, type AccountRef } from '@vigia/core/vocabulary';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { brokerName } from './broker-name.ts';

const words = uiMessages.accounts;

/** An account. `accountId` is the id at the broker, present if the login has several accounts of this kind. */
export type WalletRef = AccountRef & { readonly accountId?: string };

export const PAPER: AccountRef = ACCOUNT_OF_MODE.mock;

/** Names the account in one or two words: `Simulado`, `IQ demo`, `Deriv REAL`. */
export function accountText({ broker, kind }: AccountRef): string {
  if (kind === 'mock') return words.paper;
  return words.atBroker(broker === 'iqoption' ? words.shortIqOption : brokerName(broker), words.kinds[kind]);
}

/** Returns a key that is unique per broker and kind of account. */
export const accountKey = ({ broker, kind }: AccountRef): string => `${broker}_${kind}`;
