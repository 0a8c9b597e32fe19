/** `npm run cluster`: runs a cluster on this machine until the user stops the command. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LocalCluster } from './local-cluster.ts';
import type { OwnProcess } from './own-process.ts';
import { processPlacesFromPort, SMALLEST_CLUSTER } from './places.ts';

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: '' },
    flag: { type: 'string', multiple: true, default: [] },
    /** The path of the program nats-server. It is not needed if NATS_URL is set. */
    nats: { type: 'string', default: '' },
    folder: { type: 'string', default: '' },
  },
});
const RESTART_AFTER_MS = 1_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { NATS_URL: natsUrl, DATABASE_URL: databaseUrl, PORT: port = '3000', ...environment } = process.env;
const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
const ending = new AbortController();
const opening = LocalCluster.open({
  folder: values.folder,
  launch: [...values.flag, values.program],
  places: processPlacesFromPort(Number(port), SMALLEST_CLUSTER),
  databaseUrl: databaseUrl ?? null,
  nats: natsUrl === undefined ? { program: values.nats } : { url: natsUrl },
  environment: Object.fromEntries(Object.entries(environment).map(([name, value = '']) => [name, value])),
});
const cluster = await opening.catch((error: unknown) => {
  process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
for (const { name, roles, url } of cluster.members) say(`  ${name.padEnd(10)} ${roles.padEnd(8)} ${url}`);
say(`\nVigía está lista en ${cluster.members.length} procesos → ${cluster.apiUrls.join(' y ')}`);
say(`Lo que escribe cada uno queda en ${values.folder}`);
const processes = [...cluster.members, ...(cluster.nats === null ? [] : [cluster.nats])];
for (const each of processes) void keepUp(each);
await asked;
ending.abort();
say('Cerrando en orden…');
await cluster.close();
say('Hasta pronto.');
process.exit();

/** Restarts a process that exits unexpectedly. */
async function keepUp(each: OwnProcess): Promise<void> {
  while (!ending.signal.aborted) {
    await each.exited;
    if (ending.signal.aborted) return;
    say(`${each.name} terminó y se arranca otra vez`);
    await sleep(RESTART_AFTER_MS);
    await each.start().catch((error: unknown) => say(String(error)));
  }
}
