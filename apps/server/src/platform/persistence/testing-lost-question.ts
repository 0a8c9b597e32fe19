/**
 * A process of its own: its first connection is torn while the driver asks for the array types, and the database refuses the
 * next two, as one that has just crashed does. Says what became of a statement, and of the one after it.
 */
import { connect, createServer } from 'node:net';
import { parseDatabaseUrl } from './connection.ts';
import { openDatabase } from './postgres-database.ts';

const target = parseDatabaseUrl(process.argv[2] ?? '');
const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is not yet accepting connections\0\0');
const head = Buffer.alloc(5);
head.write('E');
head.writeInt32BE(fields.length + 4, 1);

let connections = 0;
const line = createServer((client) => {
  connections += 1;
  client.on('error', () => undefined);
  if (connections === 2 || connections === 3) {
    client.once('data', () => client.end(Buffer.concat([head, fields])));
    return;
  }
  const { host, port } = target;
  const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  far.on('error', () => undefined).on('close', () => client.destroy());
  client.on('close', () => far.destroy());
  const isTorn = connections === 1;
  client.on('data', (data) => {
    if (isTorn && data.includes('pg_catalog.pg_type')) client.resetAndDestroy();
    else far.write(data);
  });
  far.pipe(client);
}).listen(0, '127.0.0.1', async () => {
  const address = line.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  const db = openDatabase({ ...target, host: '127.0.0.1', port: address.port }, { poolSize: 1 });
  for (let count = 0; count < 2; count += 1) {
    const fate = await db.sql`SELECT 1`.then(
      () => 'answered',
      () => 'refused',
    );
    process.stdout.write(`${fate}\n`);
  }
  process.exit();
});
