import { existsSync, readFileSync } from 'node:fs';
import type { Clock } from '@vigia/core/kernel';
import { sharedFile } from '@vigia/testkit';
import { describeBrokerConformance } from '@vigia/testkit/conformance';
import { Ajv, type ValidateFunction } from 'ajv';
import AjvDraft04 from 'ajv-draft-04';
import { afterAll, afterEach } from 'vitest';
import { derivBroker } from './index.ts';
import { startSimulator, type Tapped } from './simulator/index.ts';

const hasSchemas = sharedFile('brokers/deriv-schemas/README.md') !== null;
const REFUSALS = [
  ...(['insufficient_funds', 'market_closed', 'stake_out_of_range'] as const),
  ...(['invalid_duration', 'price_moved', 'rate_limited'] as const),
];

/**
 * Validates messages against Deriv's JSON schemas: the draft-04 files of the v3 API and our condensed draft-07 copies
 * for the new API.
 */
class SchemaWatch {
  readonly violations = new Set<string>();
  readonly checked = new Map<string, number>();
  /** Calls without a published schema in their API generation. */
  readonly unchecked = new Set<string>();
  readonly #draft04 = new AjvDraft04({ strict: false });
  readonly #draft07 = new Ajv({ strict: false });
  readonly #validators = new Map<string, ValidateFunction | null>();

  take({ generation, direction, text }: Tapped): void {
    const body: Record<string, unknown> = JSON.parse(text);
    const call = direction === 'request' ? callOf(body) : callOfReply(body);
    const name = `${generation} ${direction} ${call}`;
    const validate = this.#validator(generation, direction, call);
    if (validate === null) return void this.unchecked.add(name);
    this.checked.set(name, (this.checked.get(name) ?? 0) + 1);
    if (!validate(body)) this.violations.add(`${name}: ${JSON.stringify(validate.errors)} in ${text.slice(0, 300)}`);
  }

  #validator(generation: Tapped['generation'], direction: Tapped['direction'], call: string): ValidateFunction | null {
    const path =
      generation === 'v3'
        ? `v3/${call}/${direction === 'request' ? 'send' : 'receive'}.json`
        : `new-api/${call}_${direction === 'request' ? 'request' : 'response'}.schema.json`;
    const known = this.#validators.get(path);
    if (known !== undefined) return known;
    const file = schemaFile(path);
    const ajv = generation === 'v3' ? this.#draft04 : this.#draft07;
    const validator = file === null ? null : ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
    this.#validators.set(path, validator);
    return validator;
  }
}

/**
 * Null for a call without a published schema. Such a file may be missing even if `VIGIA_SHARED=required` demands the
 * shared folder.
 */
function schemaFile(path: string): string | null {
  const readme = sharedFile('brokers/deriv-schemas/README.md');
  const file = readme?.replace(/README\.md$/, path) ?? null;
  return file !== null && existsSync(file) ? file : null;
}

const callOf = (request: Readonly<Record<string, unknown>>): string =>
  [...CALLS].find((call) => request[call] !== undefined) ?? 'unknown';

/** The call whose schema a reply follows. Ticks and their history belong to two different calls. */
const callOfReply = ({ msg_type: type }: Readonly<Record<string, unknown>>): string => {
  if (type === 'history' || type === 'candles') return 'ticks_history';
  return type === 'tick' ? 'ticks' : String(type);
};

const CALLS = [
  'authorize',
  'logout',
  'ping',
  'time',
  'balance',
  'active_symbols',
  'contracts_for',
  'ticks_history',
  'ticks',
  'buy',
  'sell',
  'proposal',
  'proposal_open_contract',
  'portfolio',
  'profit_table',
  'forget',
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
  supports: { ...SUPPORTS, loginLimit: true },
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

/**
 * After every case, all messages are validated by Deriv's schemas: the adapter's requests and the simulator's replies.
 */
afterEach(() => {
  if (watch.violations.size > 0) throw new Error([...watch.violations].join('\n'));
});

afterAll(() => {
  if (!hasSchemas) return;
  const calls = CALLS.filter((call) => call !== 'portfolio' && call !== 'logout');
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
