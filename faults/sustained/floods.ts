import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newPerson } from '../harness/people.ts';
import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';
import type { FloodOptions } from './flooder.ts';
import { responseTimeP95, runUnderLoad, USERS_UNDER_LOAD } from './phases.ts';

const FLOOD_MS = 80_000;
const REST_MS = 30_000;
/** Maximum order latency of the other users during a flood: 95th percentile, in milliseconds. */
const P95_MAX_MS = 50;
/** Maximum growth of memory after a flood, in MiB. The garbage collector of Node does not return all memory. */
const KEPT_MAX_MB = 80;
const FLOODER = fileURLToPath(new URL('flooder.ts', import.meta.url));
/**
 * The server trusts `X-Forwarded-For` from loopback. The flooding client therefore has a different address than the
 * other users.
 */
const BEHIND_PROXY = { TRUST_PROXY: 'loopback' } as const;

/** A flood by one client. It runs in a separate process, so that it does not slow the measuring process. */
class RunningFlood {
  readonly #flood: FloodOptions;
  readonly #memoryMb: () => number;
  readonly lastsMs = FLOOD_MS;
  #process: ChildProcess | null = null;
  fromMs = Infinity;
  untilMs = Infinity;
  /** The server's memory at the end of the flood, in MiB. */
  atEndMb = 0;

  constructor(flood: FloodOptions, memoryMb: () => number) {
    this.#flood = flood;
    this.#memoryMb = memoryMb;
  }

  begin = (): void => {
    this.#process = fork(FLOODER, [JSON.stringify(this.#flood)], { execArgv: ['--import', 'tsx'], stdio: 'inherit' });
    this.fromMs = performance.now();
  };

  end = async (): Promise<void> => {
    this.untilMs = performance.now();
    this.atEndMb = this.#memoryMb();
    if (this.#process === null) return;
    this.#process.kill();
    await once(this.#process, 'exit');
  };
}

/** Lets one client flood the server for eighty seconds while other users place orders. */
async function playFlood(world: World, kind: FloodOptions['kind']): Promise<void> {
  await world.begin(USERS_UNDER_LOAD, { environment: BEHIND_PROXY });
  const { url } = world.server;
  const { token } = await newPerson(url);
  const memoryMb = (): number => world.server.residentMb();
  const beforeMb = memoryMb();
  const flood = new RunningFlood({ kind, url, token }, memoryMb);
  const attempts = await runUnderLoad(world, [flood]);
  const during = attempts.filter(({ sentAtMs }) => sentAtMs > flood.fromMs && sentAtMs < flood.untilMs);
  const p95Ms = responseTimeP95(during);
  world.measure('p95 under the flood (ms)', p95Ms);
  world.expect(p95Ms < P95_MAX_MS, 'I11', `the orders of others take ${p95Ms} ms (p95)`);
  await sleep(REST_MS);
  const memory = [beforeMb, flood.atEndMb, memoryMb()].map(Math.round);
  world.measure('memory before, at the end and 30 s later (MiB)', memory.join(', '));
  const keptMb = memoryMb() - beforeMb;
  world.expect(keptMb < KEPT_MAX_MB, 'I11', `${Math.round(keptMb)} MiB stay after the flood`);
}

const NUMBER = 35;

export const FLOODS: readonly Scenario[] = [
  {
    number: NUMBER,
    fault: 'a connection queues requests',
    injection: '400 GET of /openapi.json in one packet, nothing read, again and again',
    play: (world) => playFlood(world, 'pipelined'),
  },
  {
    number: NUMBER,
    variant: 'b',
    fault: 'four connections queue requests',
    injection: '4 × 600 GET in one packet, nothing read, again and again',
    play: (world) => playFlood(world, 'four'),
  },
  {
    number: NUMBER,
    variant: 'c',
    fault: 'an address uses its whole rate',
    injection: 'GET of /openapi.json over six connections, as fast as permitted',
    play: (world) => playFlood(world, 'address'),
  },
  {
    number: NUMBER,
    variant: 'd',
    fault: 'a user reads candles',
    injection: 'candles?limit=5000 over six connections, as fast as permitted',
    play: (world) => playFlood(world, 'candles'),
  },
];
