import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { type ConformanceOptions, describeBrokerConformance } from '@vigia/testkit/conformance';
import { olympTradeBroker } from './index.ts';
import { accessToken, startSimulator } from './simulator/index.ts';

/** Time of issue of the tokens. The tokens are valid on the day that the conformance suite simulates. */
const ISSUED_MS = Date.UTC(2026, 10, 24, 9);

const pasted = (token: string): BrokerCredentials => ({
  kind: 'browser_session',
  token,
  cookies: null,
  userAgent: null,
});

const usual: ConformanceOptions = {
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
    // The broker refuses a login without a retry time.
    loginLimit: false,
    resume: false,
    renewsSession: false,
    // Only lists of deals contain the entry price, and these are read only after a lost reply.
    statesEntry: false,
    sale: null,
    // The length of the broker's shortest candles.
    historyStepMs: 5_000,
    // No source shows the broker's texts for these two faults.
    rateLimit: false,
    // The limit allows two messages for each of ten charts, and the messages that the adapter sends on a new socket.
    messagesPerSecond: 30,
    // The limit is the budget of 300 requests, of which lookups may use 95 %, plus the messages outside the budget.
    requestsPerMinute: 310,
    refusals: [],
  },
};

describeBrokerConformance('olymptrade', usual);

describeBrokerConformance('olymptrade, with the forms that older clients show,', {
  ...usual,
  startSimulator: (clock, seed) =>
    startSimulator(clock, seed, 0, { badToken: 'upgrade', hasPairs: true, hasPayouts: false, historyPage: 3 }),
});
