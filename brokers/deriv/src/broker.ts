import type { Broker, BrokerCredentials, BrokerDeps, BrokerListener } from '@vigia/broker-kit/port';
import { invariant } from '@vigia/core/kernel';
import { accessOf } from './access.ts';
import { DerivLimits } from './limits.ts';
import { DerivSession } from './session.ts';
import { DERIV_WORDS } from './words.es.ts';

/**
 * Deriv: its new API, or the legacy v3 for whoever still has a numeric app id. Origins: `rest` (the new API; its sockets are on the
 * same host) and `v3`.
 */
export const derivBroker: Broker = {
  id: 'deriv',
  traits: {
    displayName: 'Deriv',
    isOfficial: true,
    isExperimental: false,
    forbidsBots: false,
    credentialKinds: ['api_token'],
    // CALL and PUT win strictly above and below the entry; only CALLE and PUTE pay on equal prices.
    onEqualPrices: 'lost',
    shortestCandleS: 60,
    domains: ['derivws.com', 'deriv.com', 'binaryws.com'],
    words: DERIV_WORDS,
  },
  open(credentials: BrokerCredentials, _resume: string | null, listener: BrokerListener, deps: BrokerDeps) {
    const limits = new DerivLimits(deps.clock);
    const access = accessOf(credentials, limits, deps);
    invariant(access !== null, 'Deriv is signed in to with a token and an app id');
    return new DerivSession(access, limits, listener, deps);
  },
};
