import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { describeBrokerConformance } from '@vigia/testkit/conformance';
import { olympTradeBroker } from './index.ts';
import { accessToken, startSimulator } from './simulator/index.ts';

/** Tokens as of the suite's own day. */
const ISSUED_MS = Date.UTC(2026, 10, 24, 9);

const pasted = (token: string): BrokerCredentials => ({
  kind: 'browser_session',
  token,
  cookies: null,
  userAgent: null,
});

describeBrokerConformance('olymptrade', {
  broker: olympTradeBroker,
  credentials: {
    good: (number) => pasted(accessToken(46_300_000 + number, ISSUED_MS)),
    login: (number) => String(46_300_000 + number),
    wrong: pasted('never-issued-by-anybody'),
  },
  startSimulator,
  symbol: 'EURUSD',
  durationS: 60,
  supports: {
    code: false,
    challenge: true,
    // The wire has no room for the time to come back.
    loginLimit: false,
    resume: false,
    renewsSession: false,
    // Its shortest candles.
    historyStepMs: 5_000,
    // No source shows how the site words either.
    rateLimit: false,
    // Ten charts of two, and what the site itself says on a fresh socket.
    messagesPerSecond: 30,
    refusals: [],
  },
});
