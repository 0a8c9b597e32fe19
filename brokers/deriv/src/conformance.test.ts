import type { Clock } from '@vigia/core/kernel';
import { describeBrokerConformance } from '@vigia/testkit/conformance';
import { afterAll, afterEach } from 'vitest';
import { derivBroker } from './index.ts';
import { startSimulator } from './simulator/index.ts';
import { CALLS_MATCHED_FIRST, hasSchemas, SchemaWatch } from './testing-schemas.ts';

const REFUSALS = [
  ...(['insufficient_funds', 'market_closed', 'stake_out_of_range'] as const),
  ...(['invalid_duration', 'price_moved', 'rate_limited'] as const),
];

const watch = new SchemaWatch();

async function startWatched(clock: Clock, seed: number) {
  const simulator = await startSimulator(clock, seed);
  if (hasSchemas) simulator.tap((message) => watch.take(message));
  return simulator;
}

const COMMON = {
  broker: derivBroker,
  startSimulator: startWatched,
  symbol: 'EURUSD',
  durationS: 15,
  ticks: 5,
  currencies: ['BTC'] as const,
};
const SUPPORTS = {
  code: false,
  challenge: false,
  resume: false,
  renewsSession: true,
  statesEntry: true,
  sale: { symbol: 'EURUSD', durationS: 120 },
  rateLimit: true,
  refusals: REFUSALS,
  messagesPerSecond: 100,
  requestsPerMinute: 583,
};

describeBrokerConformance('Deriv, new API', {
  ...COMMON,
  credentials: {
    good: (number) => ({ kind: 'api_token', token: `pat_person${number}`, appId: 'vigia' }),
    login: (number) => `person${number}`,
    wrong: { kind: 'api_token', token: 'pat-nobody', appId: 'vigia' },
  },
  supports: { ...SUPPORTS, loginLimit: true, severalAccounts: true },
});

describeBrokerConformance('Deriv, legacy v3', {
  ...COMMON,
  credentials: {
    good: (number) => ({ kind: 'api_token', token: `v3-person${number}-demo v3-person${number}-real`, appId: '1089' }),
    login: (number) => `v3-person${number}`,
    wrong: { kind: 'api_token', token: 'unknown', appId: '1089' },
  },
  supports: { ...SUPPORTS, loginLimit: false },
});

/** After every test, Deriv's schemas validate all messages: the adapter's requests and the simulator's replies. */
afterEach(() => watch.assertNoViolation());

afterAll(() => {
  if (!hasSchemas) return;
  const calls = CALLS_MATCHED_FIRST.filter((call) => call !== 'portfolio' && call !== 'logout');
  const expected = [
    ...calls.flatMap((call) => [`v3 request ${call}`, `v3 reply ${call}`]),
    ...calls.filter((call) => call !== 'authorize').flatMap((call) => [`new request ${call}`, `new reply ${call}`]),
  ];
  const missing = expected.filter((name) => !watch.checked.has(name));
  // Deriv publishes no schema for the call `portfolio` of the new API.
  const unknown = [...watch.unchecked].filter((name) => !/^new \w+ portfolio$/.test(name));
  if (missing.length + unknown.length > 0) throw new Error(`never checked: ${[...missing, ...unknown].join(', ')}`);
  const total = [...watch.checked.values()].reduce((sum, count) => sum + count, 0);
  console.info(`deriv: ${total} messages of ${watch.checked.size} kinds fit Deriv’s schemas`);
});
