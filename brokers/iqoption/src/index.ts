import type { Broker, BrokerCredentials } from '@vigia/broker-kit/port';
import { invariant } from '@vigia/core/kernel';
import { CANDLES_PAGE } from './candles.ts';
import type { IqLogin } from './login.ts';
import { pastedLogin } from './pasted-session.ts';
import { IQ_OPTION_RECORDING } from './recording.ts';
import { IqSession } from './session.ts';
import { IQ_OPTION_WORDS } from './words.es.ts';

/**
 * The broker IQ Option. Users sign in with e-mail, password and, if they enabled it, a code by SMS, or with the `ssid`
 * of their own browser session. The protocol is that of the vendor's SDK (Quadcode). Origins: `auth` (https) and `ws`
 * (wss). A later session continues with the `ssid`.
 */
export const iqOptionBroker: Broker = {
  id: 'iqoption',
  recording: IQ_OPTION_RECORDING,
  traits: {
    displayName: 'IQ Option',
    isOfficial: false,
    isExperimental: false,
    forbidsBots: false,
    hasUnreadBotTerms: true,
    credentialKinds: ['password', 'browser_session'],
    earlySale: { isOffered: true },
    resetsPractice: true,
    onEqualPrices: 'tie',
    priceTimes: 'contract',
    shortestCandleS: 1,
    historyPageCandles: CANDLES_PAGE,
    domains: ['iqoption.com'],
    words: IQ_OPTION_WORDS,
  },
  open(credentials, resume, listener, deps) {
    return new IqSession(loginOf(credentials, resume), listener, deps);
  },
};

function loginOf(credentials: BrokerCredentials, resume: string | null): IqLogin {
  if (credentials.kind === 'browser_session') return pastedLogin(credentials);
  invariant(credentials.kind === 'password', 'IQ Option has no API tokens');
  const { email, password } = credentials;
  return { from: 'form', email, password, ssid: resume };
}
