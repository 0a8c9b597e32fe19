import { describeBrokerConformance } from '@vigia/broker-kit/conformance';
import { derivBroker } from './index.ts';
import { startSimulator } from './simulator/index.ts';

const REFUSALS = [
  'insufficient_funds',
  'market_closed',
  'stake_out_of_range',
  'invalid_duration',
  'price_moved',
  'rate_limited',
] as const;

const COMMON = {
  broker: derivBroker,
  startSimulator,
  symbol: 'EURUSD',
  durationS: 15,
};

const SUPPORTS = {
  ...{ code: false, challenge: false, resume: false, renewsSession: true, rateLimit: true },
  refusals: REFUSALS,
};

describeBrokerConformance('Deriv, new API', {
  ...COMMON,
  credentials: {
    good: (number) => ({ kind: 'api_token', token: `pat_person${number}`, appId: 'vigia' }),
    login: (number) => `person${number}`,
    wrong: { kind: 'api_token', token: 'pat-nobody', appId: 'vigia' },
  },
  supports: { ...SUPPORTS, loginLimit: true },
});

describeBrokerConformance('Deriv, legacy v3', {
  ...COMMON,
  credentials: {
    good: (number) => ({ kind: 'api_token', token: `v3-person${number}-demo v3-person${number}-real`, appId: '1089' }),
    login: (number) => `v3-person${number}`,
    wrong: { kind: 'api_token', token: 'nobody', appId: '1089' },
  },
  supports: { ...SUPPORTS, loginLimit: false },
});
