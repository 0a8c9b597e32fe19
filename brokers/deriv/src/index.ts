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
 * Deriv: its new API, or the legacy v3 for users with a numeric app id. Origins: `rest` (the new API; its
 * sockets are on the same host), `v3`, and `auth` for the consent of its users.
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
    credentialKinds: ['api_token'],
    earlySale: { isOffered: true },
    resetsPractice: true,
    // Deriv's CALL and PUT lose if the exit price equals the entry price. Only its CALLE and PUTE pay then.
    onEqualPrices: 'lost',
    priceTimes: 'tick',
    shortestCandleS: 60,
    historyPageCandles: HISTORY_ROWS_MAX,
    domains: ['derivws.com', 'deriv.com', 'binaryws.com'],
    words: DERIV_WORDS,
  },
  /** Tokens without a refresh token end for good. The others are renewed. */
  expiryOf: (credentials: BrokerCredentials) =>
    credentials.kind === 'oauth' && credentials.refreshToken === null ? credentials.expiresAtMs : null,
  open(credentials: BrokerCredentials, _resume: string | null, listener: BrokerListener, deps: BrokerDeps) {
    const limits = new DerivLimits(deps.clock);
    const login = loginOf(credentials, limits, deps);
    invariant(login !== null, 'Deriv is signed in to with a token and an app id, or by consent');
    return new DerivSession(login, limits, listener, deps);
  },
};
