import { randomBytes } from 'node:crypto';
import { answerConsentPage, type DerivSimulator, startSimulator as startDeriv } from '@vigia/broker-deriv/simulator';
import { SIMULATED_PASSWORD, startSimulator as startIqOption } from '@vigia/broker-iqoption/simulator';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { accessToken, startSimulator as startOlympTrade } from '@vigia/broker-olymptrade/simulator';
import { startSimulator as startQuotex } from '@vigia/broker-quotex/simulator';
import { ManualClock, withClockAtRealSpeed } from '@vigia/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#platform/clock/system-clock.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders } from './testing-person.ts';

const SEED = 20_261_124;
const OLYMP_USER = 46_300_001;
const WRONG_CODE = '135790';
const STARTS = {
  iqoption: startIqOption,
  quotex: startQuotex,
  olymptrade: startOlympTrade,
  deriv: startDeriv,
} as const;
type Played = keyof typeof STARTS;

const clock = new ManualClock(systemClock.now());
const mark = (): string => `CANARY-${randomBytes(12).toString('hex')}`;
const EMAIL = 'ana@example.com';

const Answer = z.object({ error: z.object({ code: z.string() }).optional() });
const ConsentAnswer = Answer.extend({
  data: z.object({ url: z.string() }).optional(),
  connection_status: z.string().optional(),
});

type Case = {
  readonly id: Played;
  readonly wrong: Readonly<Record<string, string>>;
  readonly right: Readonly<Record<string, string>>;
  /** True if the broker can require a code at a login, and can show a page that blocks programs. */
  readonly asks: boolean;
};
const CASES: readonly Case[] = [
  {
    id: 'iqoption',
    wrong: { email: EMAIL, password: mark() },
    right: { email: EMAIL, password: SIMULATED_PASSWORD },
    asks: true,
  },
  {
    id: 'quotex',
    wrong: { email: EMAIL, password: mark() },
    right: { email: EMAIL, password: 'clave-quotex' },
    asks: true,
  },
  {
    id: 'olymptrade',
    wrong: { session_token: mark(), cookies: `session=${mark()}` },
    right: { session_token: accessToken(OLYMP_USER, clock.now()) },
    asks: false,
  },
  {
    id: 'deriv',
    wrong: { api_token: `pat-${mark()}`, app_id: 'vigia' },
    right: { api_token: `pat_${randomBytes(12).toString('hex')}`, app_id: 'vigia' },
    asks: false,
  },
];

/**
 * Returns true if the text contains the digits as a separate number. In a longer number, such as a time, they reveal
 * nothing.
 */
const aloneIn = (text: string, digits: string): boolean => new RegExp(`(?<![\\w.])${digits}(?![\\w.])`).test(text);

let log = '';
let database: TestDatabase;
let app: TestApp;
let deriv: DerivSimulator;
const simulators = new Map<Played, BrokerSimulator>();

function simulatorOf(id: Played): BrokerSimulator {
  const simulator = simulators.get(id);
  if (simulator === undefined) throw new Error(`no simulator of ${id}`);
  return simulator;
}

beforeAll(async () => {
  deriv = await startDeriv(clock, SEED);
  simulators.set('deriv', deriv);
  for (const { id } of CASES) if (!simulators.has(id)) simulators.set(id, await STARTS[id](clock, SEED));
  const origins = Object.fromEntries([...simulators].map(([id, { origins: own }]) => [id, own]));
  database = await createTestDatabase();
  const started = startTestApp({
    databaseUrl: database.ownerUrl,
    clock,
    log: createLogger('trace', { write: (line) => void (log += line) }),
    environment: { BROKER_ORIGINS: JSON.stringify(origins), DERIV_OAUTH_CLIENT_ID: 'vigia' },
  });
  app = await withClockAtRealSpeed(clock, started);
}, 120_000);
afterAll(async () => {
  await withClockAtRealSpeed(clock, app.stop());
  for (const simulator of simulators.values()) await simulator.stop();
  await database.close();
});

describe('the log at its most verbose level, with the real adapters', () => {
  it.each(CASES)('contains no secret of a failed or successful login at $id', async ({ id, wrong, right, asks }) => {
    const { access } = await newPerson(app);
    const { script } = simulatorOf(id);
    const post = async (path: string, body: object) => {
      const asked = fetch(`${app.url}/api/v1/multi-broker/${path}/${id}`, {
        method: 'POST',
        headers: { ...proofHeaders(app, access), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = Answer.parse(await (await withClockAtRealSpeed(clock, asked)).json());
      return answer.error?.code ?? 'done';
    };
    expect(await post('connect', wrong)).toBe('broker_auth_invalid');
    if (asks) {
      script.nextLogins({ kind: 'challenge' });
      expect(await post('connect', right)).toBe('broker_challenge');
      script.asksForCode = true;
      expect(await post('connect', right)).toBe('broker_code_required');
      expect(await post('code', { code: WRONG_CODE })).toBe('broker_code_invalid');
      expect(await post('code', { code: script.code })).toBe('done');
    } else {
      expect(await post('connect', right)).toBe('done');
    }
    script.expireSessions();
    expect(await post('disconnect', {})).toBe('done');

    expect(log, 'its requests are logged').toContain(`/multi-broker/connect/${id}`);
    expect(log, 'its faults are logged').toContain(`"broker":"${id}"`);
    const { email: _email, app_id: _app, ...secrets } = right;
    const { email: _same, app_id: _public, ...marks } = wrong;
    const searched = [...Object.values(secrets), ...Object.values(marks)];
    expect(searched.filter((secret) => log.includes(secret))).toEqual([]);
    expect([script.code, WRONG_CODE].filter((code) => aloneIn(log, code))).toEqual([]);
  });

  it('contains no secret of an OAuth sign-in whose tokens are issued, renewed, lost or refused', async () => {
    const { access } = await newPerson(app);
    const post = async (path: string, body: object) => {
      const asked = fetch(`${app.url}/api/v1/multi-broker/${path}`, {
        method: 'POST',
        headers: { ...proofHeaders(app, access), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return ConsentAnswer.parse(await (await withClockAtRealSpeed(clock, asked)).json());
    };
    // Tokens with this short lifetime are renewed after half a minute. If the test moved the clock by an hour instead,
    // all background work of the server would have to catch up.
    deriv.consents.lifeS = 5 * 60 + 30;
    const page = (await post('consent/deriv', {})).data?.url ?? '';
    const answer = await answerConsentPage(fetch, page, 'allow');
    const [code, state] = [answer.get('code') ?? '', answer.get('state') ?? ''];
    expect((await post('consent/deriv/finish', { code, state })).connection_status).toBe('connected');
    expect((await post('consent/deriv/finish', { code, state })).error?.code).toBe('broker_already_connected');
    // Most of the wait depends on the clock, so the clock runs at twenty times the speed of real time.
    const until = async (isDone: () => boolean) => {
      while (!isDone())
        await withClockAtRealSpeed(clock, app.features.brokers.statuses('00000000-0000-4000-8000-000000000000'), 20);
    };
    await until(() => deriv.consents.renewals === 1);
    deriv.consents.revokeAll();
    await until(() => log.includes('invalid_grant'));

    expect(log, 'its requests are logged').toContain('/multi-broker/consent/deriv/finish');
    expect(deriv.consents.issued.length, 'a code, and two pairs of tokens').toBe(5);
    expect([state, ...deriv.consents.issued].filter((secret) => log.includes(secret))).toEqual([]);
  });
});
