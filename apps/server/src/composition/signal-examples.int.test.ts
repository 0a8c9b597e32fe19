import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SignalAddress } from '@vigia/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { embeddedAuth, startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders, type TestPerson } from './testing-person.ts';

const run = promisify(execFile);
const REPOSITORY = join(import.meta.dirname, '../../../..');
const GUIDE = join(REPOSITORY, 'docs/guides/signals-from-outside.md');
const EXAMPLES = join(REPOSITORY, 'docs/guides/examples');
const Data = z.object({ data: z.unknown() });

let app: TestApp;
let owner: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  owner = await newPerson(app);
});
afterAll(() => app?.stop());

async function ask(method: string, path: string, body: object | null): Promise<unknown> {
  const answer = await fetch(app.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...proofHeaders(app, owner.access) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return Data.parse(await answer.json()).data;
}

async function newSource(): Promise<string> {
  const strategy = { name: 'Ejemplo', type: 'external', asset: 'EURUSD', timeframe: '1m', status: 'active' };
  return z.object({ id: z.uuid() }).parse(await ask('POST', '/api/v1/strategies', strategy)).id;
}

async function newAddress(id: string, signed: boolean): Promise<SignalAddress> {
  return SignalAddress.parse(await ask('POST', `/api/v1/strategies/${id}/door/address`, { signed }));
}

const Signals = z.array(z.looseObject({ direction: z.string() }));
const directionsOf = async (id: string) =>
  Signals.parse(await ask('GET', `/api/v1/strategies/${id}/signals`, null)).map(({ direction }) => direction);

/** Replaces the placeholders of an alert as TradingView does. */
const asTradingView = (message: string): string =>
  message
    .replace('{{exchange}}', 'FX')
    .replace('{{ticker}}', 'EURUSD')
    .replace('{{strategy.order.action}}', 'sell')
    .replace('{{close}}', '1.0845')
    .replace('{{timenow}}', `${new Date().toISOString().slice(0, 19)}Z`);

it.each(['json', 'text'] as const)('the TradingView alert of the guide as %s becomes a signal', async (kind) => {
  const [, message = ''] = new RegExp(`\`\`\`${kind}\\n(.+)\\n\`\`\``).exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const id = await newSource();
  const { path } = await newAddress(id, false);
  if (kind === 'text') {
    const [, pattern = ''] = /with the pattern `(.+?)`/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
    await ask('PUT', `/api/v1/strategies/${id}/door`, { format: 'pattern', pattern });
  }
  // TradingView sends JSON as application/json, and any other text as text/plain.
  const type = kind === 'json' ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
  const sent = { method: 'POST', headers: { 'content-type': type }, body: asTradingView(message) };
  expect((await fetch(app.url + path, sent)).status).toBe(202);
  await expect.poll(() => directionsOf(id), { timeout: 10_000 }).toEqual(['PUT']);
});

it('the Python example sends a signed signal', async () => {
  const id = await newSource();
  const { path, signing_key: key } = await newAddress(id, true);
  const env = { ...process.env, VIGIA_ADDRESS: app.url + path, VIGIA_KEY: key ?? '' };
  const { stdout } = await run('python3', [join(EXAMPLES, 'signal.py'), 'CALL'], { env });
  expect(stdout).toMatch(/^202 /);
  await expect.poll(() => directionsOf(id), { timeout: 10_000 }).toEqual(['CALL']);
});

it('the TypeScript example sends a signal with a bot token', async () => {
  const id = await newSource();
  const wish = { name: 'bot', scopes: ['trade' as const], expires_in_days: 1 };
  const made = await embeddedAuth(app).botTokens.make(owner.principal, wish, { ip: '127.0.0.1', userAgent: 'test' });
  if (!made.ok) throw new Error(made.error);
  const env = { ...process.env, VIGIA_URL: app.url, VIGIA_TOKEN: made.value.token, VIGIA_STRATEGY: id };
  const { stdout } = await run(join(REPOSITORY, 'node_modules/.bin/tsx'), [join(EXAMPLES, 'signal.ts'), 'PUT'], {
    env,
  });
  expect(stdout).toMatch(/^202 /);
  await expect.poll(() => directionsOf(id), { timeout: 10_000 }).toEqual(['PUT']);
});
