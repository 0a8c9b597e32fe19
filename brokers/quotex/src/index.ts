import type { Broker } from '@vigia/broker-kit/port';
import { CANDLES_PER_REQUEST } from './candles.ts';
import { QUOTEX_RECORDING } from './recording.ts';
import { QuotexSession } from './session.ts';
import { QUOTEX_NO_SALE, QUOTEX_WORDS } from './words.es.ts';

/** The broker Quotex. Origins: `web` (https://…) and `ws` (wss://…), see the README. */
export const quotexBroker: Broker = {
  id: 'quotex',
  recording: QUOTEX_RECORDING,
  traits: {
    displayName: 'Quotex',
    isOfficial: false,
    isExperimental: false,
    forbidsBots: true,
    credentialKinds: ['password', 'browser_session'],
    earlySale: { isOffered: false, why: QUOTEX_NO_SALE },
    resetsPractice: true,
    onEqualPrices: 'tie',
    priceTimes: 'contract',
    shortestCandleS: 5,
    historyPageCandles: CANDLES_PER_REQUEST,
    domains: ['qxbroker.com', 'quotex.com', 'market-qx.pro', 'market-qx.trade'],
    words: QUOTEX_WORDS,
  },
  open: (credentials, resume, listener, deps) => new QuotexSession({ credentials, resume, listener, deps }),
};
