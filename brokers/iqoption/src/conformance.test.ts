import { describeBrokerConformance } from '@vigia/testkit/conformance';
import { iqOptionBroker } from './index.ts';
import { SIMULATED_PASSWORD, startSimulator } from './simulator/index.ts';

const login = (number: number) => `persona${number}@example.com`;

const options = {
  broker: iqOptionBroker,
  credentials: {
    good: (number: number) => ({ kind: 'password', email: login(number), password: SIMULATED_PASSWORD }) as const,
    login,
    wrong: { kind: 'password', email: login(1), password: 'otra-clave' } as const,
  },
  startSimulator,
  supports: {
    code: true,
    challenge: true,
    loginLimit: true,
    resume: true,
    renewsSession: true,
    statesEntry: true,
    severalAccounts: true,
    sale: { symbol: 'GBPUSD', durationS: 120 },
    rateLimit: true,
    // The limit is five requests per second, plus the response to a heartbeat.
    messagesPerSecond: 6,
    requestsPerMinute: 245,
    refusals: [
      'insufficient_funds',
      'market_closed',
      'stake_out_of_range',
      'invalid_duration',
      'too_late',
      'price_moved',
      'rate_limited',
    ],
  },
} as const;

describeBrokerConformance('IQ Option, blitz', { ...options, symbol: 'EURUSD', durationS: 30 });
describeBrokerConformance('IQ Option, turbo', { ...options, symbol: 'GBPUSD', durationS: 120 });
describeBrokerConformance('IQ Option, digital', {
  ...options,
  symbol: 'EURUSD-DIG',
  simulatedSymbol: 'EURUSD',
  simulatedContractId: (contractId) => contractId.replace(/^digital-/, ''),
  durationS: 60,
  supports: { ...options.supports, sale: { symbol: 'EURUSD-DIG', durationS: 300 } },
});
