import type { Broker, BrokerCredentials, BrokerDeps, BrokerListener } from '@vigia/broker-kit/port';
import { invariant } from '@vigia/core/kernel';
import { DerivLimits } from './limits.ts';
import { loginOf } from './login.ts';
import { DerivSession } from './session.ts';
import { DERIV_WORDS } from './words.es.ts';

export { openDerivFeed } from './feed.ts';

/**
 * Deriv: its new API, or the legacy v3 for users with a numeric app id. Origins: `rest` (the new API; its
 * sockets are on the same host) and `v3`.
 */
export const derivBroker: Broker = {
  id: 'deriv',
  traits: {
    displayName: 'Deriv',
    isOfficial: true,
    isExperimental: false,
    forbidsBots: false,
    credentialKinds: ['api_token'],
    earlySale: { isOffered: true },
    // Deriv's CALL and PUT lose if the exit price equals the entry price. Only its CALLE and PUTE pay then.
    resetsPractice: true,
    onEqualPrices: 'lost',
    priceTimes: 'tick',
    shortestCandleS: 60,
    domains: ['derivws.com', 'deriv.com', 'binaryws.com'],
    words: DERIV_WORDS,
  },
  open(credentials: BrokerCredentials, _resume: string | null, listener: BrokerListener, deps: BrokerDeps) {
    const limits = new DerivLimits(deps.clock);
    const login = loginOf(credentials, limits, deps);
    invariant(login !== null, 'Deriv is signed in to with a token and an app id');
    return new DerivSession(login, limits, listener, deps);
  },
};
