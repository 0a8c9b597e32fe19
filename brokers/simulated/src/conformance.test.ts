import { describeBrokerConformance } from '@vigia/testkit/conformance';
import { practiceBroker } from './practice/practice-broker.ts';
import { startSimulator } from './simulator/index.ts';

const email = (number: number) => `person-${number}@example.com`;

describeBrokerConformance('the practice broker', {
  broker: practiceBroker,
  credentials: {
    good: (number) => ({ kind: 'password', email: email(number), password: 'practica' }),
    login: email,
    wrong: { kind: 'password', email: email(1), password: 'equivocada' },
  },
  startSimulator,
  symbol: 'EURUSD',
  durationS: 30,
  supports: {
    code: true,
    challenge: true,
    loginLimit: true,
    resume: true,
    renewsSession: true,
    statesEntry: true,
    sale: null,
    rateLimit: true,
    messagesPerSecond: 100,
    requestsPerMinute: 600,
    refusals: [
      'insufficient_funds',
      'market_closed',
      'stake_out_of_range',
      'invalid_duration',
      'price_moved',
      'rate_limited',
    ],
  },
});
