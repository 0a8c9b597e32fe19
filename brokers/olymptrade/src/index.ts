import type { Broker } from '@vigia/broker-kit/port';
import { epochMs } from '@vigia/core/kernel';
import { browserSession } from './login.ts';
import { OLYMP_TRADE_RECORDING } from './recording.ts';
import { OlympTradeSession } from './session.ts';
import { OLYMP_TRADE_NO_SALE, OLYMP_TRADE_WORDS } from './words.es.ts';

/**
 * The broker Olymp Trade. Users sign in with the token of their own browser session. No source confirms that the
 * current site still uses this protocol; README.md lists each fact with its source.
 */
export const olympTradeBroker: Broker = {
  id: 'olymptrade',
  recording: OLYMP_TRADE_RECORDING,
  traits: {
    displayName: 'Olymp Trade',
    isOfficial: false,
    isExperimental: true,
    // The broker's terms could not be read, so it is unknown whether they forbid automated trading (see the README).
    forbidsBots: false,
    hasUnreadBotTerms: true,
    credentialKinds: ['browser_session'],
    unofferedKinds: ['password'],
    earlySale: { isOffered: false, why: OLYMP_TRADE_NO_SALE },
    onEqualPrices: 'tie',
    priceTimes: 'contract',
    shortestCandleS: 5,
    domains: ['olymptrade.com'],
    words: OLYMP_TRADE_WORDS,
  },
  expiryOf(credentials) {
    const session = credentials.kind === 'browser_session' ? browserSession(credentials) : null;
    return session?.ok && session.value.expiresAtMs !== null ? epochMs(session.value.expiresAtMs) : null;
  },
  open: (credentials, _resume, listener, deps) => new OlympTradeSession(credentials, listener, deps),
};
