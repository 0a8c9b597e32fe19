import type { Broker, BrokerCredentials, BrokerDeps, BrokerListener } from '@vigia/broker-kit/port';
import { invariant } from '@vigia/core/kernel';
import { derivConsent } from './consent.ts';
import { DerivLimits } from './limits.ts';
import { loginOf } from './login.ts';
import { DERIV_RECORDING } from './recording.ts';
import { DerivSession } from './session.ts';
import { HISTORY_ROWS_MAX } from './wire/requests.ts';
import { DERIV_WORDS } from './words.es.ts';

export { openDerivFeed } from './feed.ts';

/**
 * The broker Deriv, through its new API, or through the legacy v3 API if the user's app id is numeric. Origins: `rest`
 * (the new API, with its sockets on the same host), `v3`, and `auth` for the OAuth sign-in.
 */
export const derivBroker: Broker = {
  id: 'deriv',
  recording: DERIV_RECORDING,
  consent: derivConsent,
  traits: {
    displayName: 'Deriv',
    isOfficial: true,
    isExperimental: false,
    forbidsBots: false,
    pricesEachContract: true,
    credentialKinds: ['api_token'],
    earlySale: { isOffered: true },
    resetsPractice: true,
    // If the exit price equals the entry price, Deriv's contract types CALL and PUT lose. Only its types CALLE and PUTE
    // would pay.
    onEqualPrices: 'lost',
    priceTimes: 'tick',
    shortestCandleS: 60,
    historyPageCandles: HISTORY_ROWS_MAX,
    domains: ['derivws.com', 'deriv.com', 'binaryws.com'],
    words: DERIV_WORDS,
  },
  /** Only tokens without a refresh token have an expiry here, because Vigía renews the others. */
  expiryOf: (credentials: BrokerCredentials) =>
    credentials.kind === 'oauth' && credentials.refreshToken === null ? credentials.expiresAtMs : null,
  open(credentials: BrokerCredentials, _resume: string | null, listener: BrokerListener, deps: BrokerDeps) {
    const limits = new DerivLimits(deps.clock);
    const login = loginOf(credentials, limits, deps);
    invariant(login !== null, 'Deriv is signed in to with a token and an app id, or by consent');
    return new DerivSession(login, limits, listener, deps);
  },
};
