import { describeBrokerConformance } from '@vigia/broker-kit/conformance';
import { quotexBroker } from './index.ts';
import { startSimulator } from './simulator/index.ts';

const email = (number: number) => `person-${number}@example.com`;

describeBrokerConformance('Quotex by password', {
  broker: quotexBroker,
  credentials: {
    good: (number) => ({ kind: 'password', email: email(number), password: 'clave-quotex' }),
    login: email,
    wrong: { kind: 'password', email: email(1), password: 'equivocada' },
  },
  startSimulator,
  symbol: 'EURUSD-OTC',
  durationS: 30,
  supports: {
    code: true,
    challenge: true,
    loginLimit: true,
    resume: true,
    renewsSession: true,
    rateLimit: false,
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
