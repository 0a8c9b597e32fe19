import type { AccountView } from '@vigia/contract';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { brokerName } from './broker-name.ts';

const words = uiMessages.accounts;

/** Which account: the built-in paper account, or the demo or real account at a broker. */
export type AccountName = Pick<AccountView, 'broker' | 'kind'>;

export const PAPER: AccountName = { broker: 'mock', kind: 'mock' };

/** The account in one or two words: `Simulado`, `IQ demo`, `Deriv REAL`. */
export function accountText({ broker, kind }: AccountName): string {
  if (kind === 'mock') return words.paper;
  return words.atBroker(broker === 'iqoption' ? words.shortIqOption : brokerName(broker), words.kinds[kind]);
}

/** A text that is equal for the same account only. */
export const accountKey = ({ broker, kind }: AccountName): string => `${broker}_${kind}`;
