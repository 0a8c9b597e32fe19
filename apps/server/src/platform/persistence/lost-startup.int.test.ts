import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { parseDatabaseUrl } from './connection.ts';
import { openDatabase } from './postgres-database.ts';
import { createTestDatabase } from './testing.ts';

const TORN_CONNECTIONS = 3;

it('a connection cut during its startup fails only the statement that waits for it', async () => {
  const test = await createTestDatabase();
  const { host, port } = parseDatabaseUrl(test.appUrl);
  let connections = 0;
  const line = createServer((client) => {
    connections += 1;
    client.on('error', () => undefined);
    if (connections <= TORN_CONNECTIONS) return void client.once('data', () => client.resetAndDestroy());
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    far.on('error', () => undefined).on('close', () => client.destroy());
    client.on('close', () => far.destroy());
    client.pipe(far).pipe(client);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port: torn } = line.address() as AddressInfo;
  const db = openDatabase({ ...parseDatabaseUrl(test.appUrl), host: '127.0.0.1', port: torn }, { poolSize: 1 });
  for (let count = 0; count < TORN_CONNECTIONS; count += 1)
    await expect(db.sql`SELECT 1`).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(await db.sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await db.close();
  line.close();
  await test.close();
});
