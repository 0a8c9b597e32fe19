import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { MadeWebhook, WebhookDelivery } from '@vigia/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '#platform/free-port.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson, proofHeaders, type TestPerson } from './testing-person.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const EXAMPLES = join(REPOSITORY, 'docs/guides/examples');
const PATH = '/api/v1/notifications/webhooks';
const Data = z.object({ data: z.unknown() });

let database: TestDatabase;
let app: TestApp;
let owner: TestPerson;
const running: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const environment = { VIGIA_WEBHOOKS_ALLOW_PRIVATE: 'true' };
  app = await startTestApp({ databaseUrl: database.ownerUrl, environment });
  owner = await newPerson(app);
});
afterAll(async () => {
  for (const child of running) child.kill();
  await app?.stop();
  await database.close();
});

async function ask(method: string, path: string, body: object = {}): Promise<unknown> {
  const answer = await fetch(app.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...proofHeaders(app, owner.access) },
    body: JSON.stringify(body),
  });
  return Data.parse(await answer.json()).data;
}

/** Starts an example, and returns the lines that it prints. */
function start(command: string, file: string, port: number, secret: string): string[] {
  const env = { ...process.env, PORT: String(port), VIGIA_SECRET: secret };
  const child = spawn(command, [join(EXAMPLES, file)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  const lines: string[] = [];
  child.stdout.on('data', (text: Buffer) => lines.push(...text.toString().split('\n').filter(Boolean)));
  return lines;
}

const WAIT = { timeout: 20_000 };

it.each([
  ['TypeScript', join(REPOSITORY, 'node_modules/.bin/tsx'), 'webhook.ts'],
  ['Python', 'python3', 'webhook.py'],
])('the %s example accepts only signed messages, and each of them once', async (_name, command, file) => {
  const port = await freePort();
  const body = { name: file, url: `http://127.0.0.1:${port}/`, topics: ['security'], sends_log_head: false };
  const { id, secret } = MadeWebhook.parse(await ask('POST', PATH, body));
  const lines = start(command, file, port, secret);
  await expect.poll(() => lines, WAIT).toEqual(['ready']);

  const test = WebhookDelivery.parse(await ask('POST', `${PATH}/${id}/tests`));
  expect(test).toMatchObject({ outcome: 'taken', status: 204 });
  await expect.poll(() => lines, WAIT).toHaveLength(2);
  expect(lines[1]).toMatch(/^Prueba de Vigía/);

  await app.db.sql`
    INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
    VALUES (${owner.principal.userId}, 'new_sign_in', ${file}, 'x', '{"user_agent":null,"ip":null}', now())`;
  await expect.poll(() => lines[2], WAIT).toMatch(/dispositivo/);

  await ask('POST', `${PATH}/${id}/secret`);
  const unsigned = WebhookDelivery.parse(await ask('POST', `${PATH}/${id}/tests`));
  expect(unsigned).toMatchObject({ outcome: 'later', status: 401 });
  expect(lines).toHaveLength(3);
});
