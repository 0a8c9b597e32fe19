import type { Broker } from '@vigia/broker-kit/port';
import { invariant } from '@vigia/core/kernel';
import { IqSession } from './session.ts';
import { IQ_OPTION_WORDS } from './words.es.ts';

/**
 * IQ Option with e-mail, password and, if the user enabled it, a code by SMS. The protocol is that of the vendor's SDK
 * (Quadcode). Origins: `auth` (https) and `ws` (wss). A session is resumed by its `ssid`.
 */
export const iqOptionBroker: Broker = {
  id: 'iqoption',
  traits: {
    displayName: 'IQ Option',
    isOfficial: false,
    isExperimental: false,
    forbidsBots: false,
    credentialKinds: ['password'],
    earlySale: { isOffered: true },
    onEqualPrices: 'tie',
    priceTimes: 'contract',
    shortestCandleS: 1,
    domains: ['iqoption.com'],
    words: IQ_OPTION_WORDS,
  },
  open(credentials, resume, listener, deps) {
    invariant(credentials.kind === 'password', 'IQ Option is opened with e-mail and password');
    const { email, password } = credentials;
    return new IqSession({ email, password, ssid: resume }, listener, deps);
  },
};
