import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { startTestApp, type TestApp } from './testing.ts';
import { newPerson } from './testing-person.ts';
import { verify } from './verify.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ databaseUrl: database.ownerUrl });
});
afterAll(async () => {
  await app?.stop();
  await database.close();
});

const asOwner = (query: string) => withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql.unsafe(query));
const configOf = () => readConfig({ VIGIA_DATA_DIR: app.dataFolder, DATABASE_URL: database.ownerUrl });

/** Creates a source and sends it one signal. Returns the id of the source. */
async function sourceWithSignal(): Promise<string> {
  const { principal } = await newPerson(app);
  const author = { userId: principal.userId, scopes: null };
  const { strategies } = app.features;
  const made = await strategies.create(author, {
    name: 'TradingView',
    description: null,
    type: 'external',
    asset: 'EURUSD',
    timeframe: '1m',
    auto_trade: false,
    status: 'active',
    parameters: { trade_amount: 10, duration: 1 },
  });
  if (!made.ok) throw new Error(made.error.code);
  const sent = await strategies.external.receiveOwn(author, {
    strategy_id: made.value.id,
    direction: 'CALL',
    id: 'A-7',
  });
  if (!sent.ok) throw new Error(sent.error.code);
  await expect
    .poll(async () => await strategies.signals(author.userId, made.value.id), { timeout: 10_000 })
    .toHaveLength(1);
  return made.value.id;
}

it('a signal from outside has a leaf in the evidence log, and `vigia verify` finds its changed body', async () => {
  const id = await sourceWithSignal();
  await app.features.evidenceLog.catchUp();
  const [signal] = await app.db.sql<{ id: string; message: { sender_id: string; text_sha256: string } }[]>`
    SELECT id, body->'message' AS message FROM strategy_signals WHERE strategy_id = ${id}`;
  expect(signal?.message).toMatchObject({ sender_id: 'A-7', text_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const before = await verify(configOf(), { since: null, setupId: id }, async () => undefined);
  expect(before.log.faults).toEqual([]);
  expect(before.owners).toMatchObject([
    { id, signals: 1, fault: null, derivations: [{ kind: 'not_possible', reason: 'external' }] },
  ]);
  await asOwner(`UPDATE strategy_signals SET body = jsonb_set(body, '{message,text_sha256}', '"00"')`);
  const after = await verify(configOf(), { since: null, setupId: id }, async () => undefined);
  expect(after.log.faults).toMatchObject([{ kind: 'fact_changed', fact: 'signal', id: signal?.id }]);
  expect(after.owners[0]?.fault).not.toBeNull();
});
