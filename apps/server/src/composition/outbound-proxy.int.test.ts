import { startSimulator as startDeriv } from '@vigia/broker-deriv/simulator';
import { SIMULATED_PASSWORD, startSimulator as startIqOption } from '@vigia/broker-iqoption/simulator';
import { type BrokerSimulator, type LoopbackProxy, openLoopbackProxy } from '@vigia/broker-kit/simulator';
import { accessToken, startSimulator as startOlympTrade } from '@vigia/broker-olymptrade/simulator';
import { startSimulator as startQuotex } from '@vigia/broker-quotex/simulator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#platform/clock/system-clock.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders } from './testing-person.ts';

const PASSWORD = 'CANARY-proxy-77';
const STARTS = {
  iqoption: startIqOption,
  quotex: startQuotex,
  olymptrade: startOlympTrade,
  deriv: startDeriv,
} as const;
const EMAIL = 'ana@example.com';
const LOGINS = [
  ['iqoption', { email: EMAIL, password: SIMULATED_PASSWORD }],
  ['quotex', { email: EMAIL, password: 'clave-quotex' }],
  ['olymptrade', { session_token: accessToken(46_300_001, systemClock.now()) }],
  ['deriv', { api_token: 'pat_ana', app_id: 'vigia' }],
] as const;

let log = '';
let proxy: LoopbackProxy;
let database: TestDatabase;
let app: TestApp;
const simulators = new Map<string, BrokerSimulator>();

beforeAll(async () => {
  proxy = await openLoopbackProxy(`ana:${PASSWORD}`);
  for (const [id] of LOGINS) simulators.set(id, await STARTS[id](systemClock, 7));
  const origins = Object.fromEntries([...simulators].map(([id, { origins: own }]) => [id, own]));
  database = await createTestDatabase();
  app = await startTestApp({
    databaseUrl: database.ownerUrl,
    log: createLogger('trace', { write: (line) => void (log += line) }),
    environment: {
      BROKER_ORIGINS: JSON.stringify(origins),
      HTTPS_PROXY: proxy.origin.replace('//', `//ana:${PASSWORD}@`),
    },
  });
}, 60_000);
afterAll(async () => {
  await app.stop();
  await proxy.stop();
  for (const simulator of simulators.values()) await simulator.stop();
  await database.close();
});

async function post(access: string, path: string, body: object) {
  const answer = await fetch(`${app.url}/api/v1/multi-broker/${path}`, {
    method: 'POST',
    headers: { ...proofHeaders(app, access), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return z.looseObject({ message: z.string() }).parse(await answer.json());
}

it('every request and socket of every broker uses the proxy, and no broker is reached when the proxy is stopped', async () => {
  const { access } = await newPerson(app);
  for (const [id, login] of LOGINS) {
    expect(await post(access, `test/${id}`, login)).toMatchObject({ success: true });
    const hosts = Object.values(simulators.get(id)?.origins ?? {}).map((origin) => new URL(origin).host);
    expect(proxy.tunnels.some((target) => hosts.includes(target))).toBe(true);
  }
  await proxy.stop();
  for (const [id, login] of LOGINS) {
    const { message, error } = await post(access, `connect/${id}`, login);
    expect(error).toMatchObject({ code: 'broker_proxy_failed' });
    expect(message).toMatch(/El proxy de salida no responde o no deja llegar a .+ HTTPS_PROXY\.$/);
  }
  expect(log).toContain('brokers are reached through a proxy');
  expect(log).not.toContain(PASSWORD);
});
