import type { BrokerCredentials } from '@vigia/broker-kit/port';
import { describeBrokerConformance } from '@vigia/testkit/conformance';
import { quotexBroker } from './index.ts';
import { startSimulator } from './simulator/index.ts';

const email = (number: number) => `person-${number}@example.com`;

const pasted = (secret: string): BrokerCredentials => ({
  kind: 'browser_session',
  token: secret,
  cookies: `session=${secret}`,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
});

const market = {
  broker: quotexBroker,
  startSimulator,
  symbol: 'EURUSD-OTC',
  durationS: 30,
  hasOneCurrency: true,
} as const;
const refusals = [
  'insufficient_funds',
  'market_closed',
  'stake_out_of_range',
  'invalid_duration',
  'price_moved',
  'rate_limited',
] as const;

describeBrokerConformance('Quotex by password', {
  ...market,
  credentials: {
    good: (number) => ({ kind: 'password', email: email(number), password: 'clave-quotex' }),
    login: email,
    wrong: { kind: 'password', email: email(1), password: 'equivocada' },
  },
  supports: {
    code: true,
    challenge: true,
    loginLimit: true,
    resume: true,
    renewsSession: true,
    statesEntry: true,
    sale: null,
    rateLimit: false,
    // The limit allows three messages for each of four charts, the authorization and the heartbeats.
    messagesPerSecond: 22,
    requestsPerMinute: 250,
    refusals,
  },
});

describeBrokerConformance('Quotex by a pasted session, with the other forms that sources show,', {
  ...market,
  startSimulator: (clock, seed) =>
    startSimulator(clock, seed, 0, { timers: 'all', needsFollow: false, hasBareFrames: true, history: 'tickets' }),
  credentials: { good: (number) => pasted(`navegador-${email(number)}`), login: email, wrong: pasted('equivocada') },
  supports: {
    code: false,
    challenge: false,
    loginLimit: false,
    resume: false,
    renewsSession: false,
    statesEntry: true,
    sale: null,
    rateLimit: false,
    // The limit allows three messages for each of four charts, the authorization and the heartbeats.
    messagesPerSecond: 22,
    requestsPerMinute: 250,
    refusals,
  },
});
