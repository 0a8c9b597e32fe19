import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { signalTree } from '../cluster/process-tree.ts';
import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';
import { postmasterOf } from '../scenarios/database.ts';
import { canMount, exhaustLog, fillDisk, freeDisk, mountSmallDisk } from '../scenarios/disk.ts';
import { FLOODS } from './floods.ts';
import { runUnderLoad, USERS_UNDER_LOAD } from './phases.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/**
 * Time in milliseconds for which a clock is wrong. After 8 s the simulated market would follow a jump ahead, so the
 * time is shorter.
 */
const WRONG_MS = 5 * SECOND_MS;
const JUMPS_MS = [SECOND_MS, 5 * MINUTE_MS, HOUR_MS, 3_652 * 24 * HOUR_MS] as const;
const SIZE_MB = 500;
const NOTHING = (): void => undefined;

/** Kills the database twice. The server must restart it each time. */
async function playKilled(world: World): Promise<void> {
  await world.begin(USERS_UNDER_LOAD);
  const fault = { begin: () => void process.kill(postmasterOf(world).pid, 'SIGKILL'), lastsMs: 0, end: NOTHING };
  await runUnderLoad(world, [fault, fault]);
}

/** Freezes every process of the database for twenty seconds. */
async function playFrozen(world: World): Promise<void> {
  await world.begin(USERS_UNDER_LOAD);
  const pid = postmasterOf(world).pid;
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => (): void => signalTree(pid, signal);
  await runUnderLoad(world, [{ begin: send('SIGSTOP'), lastsMs: 20 * SECOND_MS, end: send('SIGCONT') }]);
}

/** Fills the disk until the database exits. Frees the disk thirty seconds later. */
async function playFullDisk(world: World): Promise<void> {
  const folder = join(world.folders.root, `disk-${world.startMs}`);
  mkdirSync(folder);
  await world.begin(USERS_UNDER_LOAD, { launch: mountSmallDisk(world, folder, SIZE_MB), dataFolder: folder });
  const begin = async (): Promise<void> => {
    await fillDisk(world, folder);
    await exhaustLog(world);
  };
  await runUnderLoad(world, [{ begin, lastsMs: 30 * SECOND_MS, end: () => freeDisk(world, folder) }]);
}

/**
 * Sets the clock wrong and right again twice, then sets it ahead permanently.
 * @param sign direction of the first two jumps: 1 ahead, -1 back
 */
async function playJumps(world: World, sign: 1 | -1): Promise<void> {
  await world.begin(USERS_UNDER_LOAD);
  // A trade that ended while the clock was ahead has a later end time than trades that ended after it. The end times
  // therefore do not show the order of the trades, and the check of the limits is switched off.
  world.limits = [];
  const jump = (ms: number) => async (): Promise<void> => void (await world.server.jump(ms));
  const undone = [world.pick(JUMPS_MS), world.pick(JUMPS_MS)].map((ms) => ({
    begin: jump(sign * ms),
    lastsMs: WRONG_MS,
    end: jump(-sign * ms),
  }));
  const lasting = { begin: jump(5 * MINUTE_MS), lastsMs: 0, end: NOTHING };
  await runUnderLoad(world, [...undone, lasting]);
}

/**
 * Faults that are injected while 50 orders per second are sent for two minutes. The option `--sustained` runs these
 * scenarios instead of the others.
 */
export const SUSTAINED_SCENARIOS: readonly Scenario[] = [
  { number: 16, fault: 'the database is killed', injection: 'kill −9 of the postmaster, twice', play: playKilled },
  {
    number: 16,
    variant: 'c',
    fault: 'the database stands still',
    injection: 'SIGSTOP of all its processes, 20 s',
    play: playFrozen,
  },
  {
    number: 19,
    fault: 'the disk is full',
    injection: `a file system of ${SIZE_MB} MB, filled until the database ends, freed after 30 s`,
    isPossible: canMount,
    play: playFullDisk,
  },
  {
    number: 21,
    fault: 'the clock is ahead',
    injection: 'two jumps of 1 s, 5 min, 1 h or 10 years, each undone after 5 s; then 5 min ahead for good',
    play: (world) => playJumps(world, 1),
  },
  {
    number: 21,
    variant: 'b',
    fault: 'the clock is back',
    injection: 'two jumps of 1 s, 5 min, 1 h or 10 years, each undone after 5 s; then 5 min ahead for good',
    play: (world) => playJumps(world, -1),
  },
  ...FLOODS,
];
