import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPostmaster } from '../harness/postmaster.ts';
import type { ServerLaunch } from '../harness/server.ts';
import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';

const SIZE_MB = 160;
const PATIENCE_MS = 20_000;
const SWITCH_PAUSE_MS = 50;

/** Mounts a small file system on the data folder. Only the server and its database see this mount. */
export function mountSmallDisk({ launch, folders }: World, folder: string, sizeMb: number): ServerLaunch {
  const script = `mount -t tmpfs -o size=${sizeMb}m none '${folder}' && cp -r '${folders.template}/.' '${folder}' && exec "$0" "$@"`;
  const runner = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, process.execPath] as const;
  return { ...launch, runner };
}

/**
 * Fills the disk. The server must refuse orders with a clear message and store no partial order. When the disk has free
 * space again, the server must restart its database.
 */
async function playFullDisk(world: World): Promise<void> {
  const folder = join(world.folders.root, `disk-${world.startMs}`);
  mkdirSync(folder);
  await world.begin(3, { launch: mountSmallDisk(world, folder, SIZE_MB), dataFolder: folder });
  await world.order(world.between(5, 15));
  await fillDisk(world, folder);
  const refused = await untilRefused(world);
  world.expect(refused !== null, 'I8', 'orders are accepted without limit on a full disk');
  world.expect(/espacio/.test(refused ?? ''), 'I8', `a full disk is reported as: ${refused}`);
  const health = await world.health();
  world.expect(health?.status === 'degraded', 'I11', `a full disk is not seen in /health: ${JSON.stringify(health)}`);
  await world.order(world.between(3, 8));
  await exhaustLog(world);
  await world.order(world.between(3, 8));
  await freeDisk(world, folder);
  await world.healthy();
  await world.resolveUnknown();
  const [last] = await world.order(1);
  world.expect(
    last?.outcome.kind === 'accepted',
    'I11',
    `no order is taken once there is space: ${JSON.stringify(last?.outcome)}`,
  );
}

export const fillDisk = async ({ server }: World, folder: string): Promise<void> =>
  void (await server.shell('sh', '-c', `dd if=/dev/zero of='${folder}/ballast' bs=64k 2>/dev/null; true`));

export const freeDisk = async ({ server }: World, folder: string): Promise<void> =>
  void (await server.shell('rm', '-f', `${folder}/ballast`));

/**
 * Uses up the segments of the write-ahead log, so that PostgreSQL needs a new one on the full disk. PostgreSQL then
 * exits. It can recover only when the disk has free space.
 */
export async function exhaustLog(world: World): Promise<void> {
  const admin = world.openAsAdmin();
  const untilMs = performance.now() + PATIENCE_MS;
  while (readPostmaster(world.dataFolder) !== null && performance.now() < untilMs) {
    // PostgreSQL switches the log segment only if a row was written since the last switch.
    await admin.sql`SELECT txid_current(), pg_switch_wal()`.catch(() => undefined);
    await sleep(SWITCH_PAUSE_MS);
  }
  await admin.close();
  world.expect(readPostmaster(world.dataFolder) === null, 'I11', 'the database did not end on a full disk');
}

/**
 * Sends orders until the server refuses one for lack of disk space.
 * @returns the message of the refusal; null if the server accepts all orders
 */
async function untilRefused(world: World): Promise<string | null> {
  for (const untilMs = performance.now() + PATIENCE_MS; performance.now() < untilMs; await sleep(20)) {
    for (const { outcome } of await world.order(8)) if (outcome.kind === 'unknown') return outcome.message;
    await world.server.leap(20_000, 100);
  }
  return null;
}

/** Returns true if this machine allows a process to mount file systems. */
export const canMount = (): boolean =>
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

export const DISK: readonly Scenario[] = [
  {
    number: 19,
    fault: 'disk full',
    injection: `the data folder on a file system of ${SIZE_MB} MB, filled up until the database ends, and freed`,
    isPossible: canMount,
    play: playFullDisk,
  },
];
