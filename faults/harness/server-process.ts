/**
 * A server in a separate process, which scenarios stop, kill and disturb. Its clock follows the machine's clock until a
 * command changes it.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SimulatedFeed } from '@vigia/broker-simulated';
import { demoMarket } from '@vigia/core/market-model';
import { embeddedAddress, startTestApp } from '@vigia/server/testing';
import { FaultyFeed } from './faulty-feed.ts';
import { machineMs } from './machine-time.ts';
import { MARKET_SEED } from './market.ts';
import type { Command, KillPoint, Report, Request, ServerOptions } from './protocol.ts';
import { tapStatements } from './statement-tap.ts';
import { WarpClock } from './warp-clock.ts';

const PACE_MS = 5;

const options: ServerOptions = JSON.parse(process.argv[2] ?? '');
const sinceStartMs = options.sinceMs === undefined ? 0 : Math.max(0, machineMs() - options.sinceMs);
let isLeaping = false;
let paceMs = performance.now();
// The clock adds the machine time since the last call of `pass`. It is therefore correct even when the timers of a busy
// process run late.
const clock = new WarpClock(options.startMs + sinceStartMs, () => (isLeaping ? 0 : performance.now() - paceMs));
/** Advances the server's clock by the machine time that has passed since the last call, unless the clock leaps. */
function pace(): void {
  const nowMs = performance.now();
  const passedMs = nowMs - paceMs;
  paceMs = nowMs;
  if (!isLeaping) clock.pass(passedMs);
}
setInterval(pace, PACE_MS);

const seen: string[] = [];
let death: (KillPoint & { left: number }) | null = null;
const die = (): void => void process.kill(process.pid, 'SIGKILL');
tapStatements((text) => {
  seen.push(text.replace(/\s+/g, ' ').trim());
  if (death === null || !new RegExp(death.statement, 'i').test(text)) return null;
  death = { ...death, left: death.left - 1 };
  if (death.left > 0) return null;
  if (death.when === 'before') die();
  return die;
});

const { startMs, feedFaults = [], source } = options;
const feed = new FaultyFeed(new SimulatedFeed(clock, demoMarket(MARKET_SEED)), startMs, feedFaults, source);
const app = await startTestApp({
  clock,
  feedSeed: MARKET_SEED,
  feed: () => feed,
  dataFolder: options.dataFolder,
  pushReachesLoopback: true,
  onGivenUp: (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode);
  },
  environment: {
    PORT: String(options.port),
    LOG_LEVEL: 'debug',
    ...options.environment,
    ...(options.brokerOrigins !== undefined && { BROKER_ORIGINS: options.brokerOrigins }),
  },
});

async function leap(ms: number, stepMs: number): Promise<void> {
  isLeaping = true;
  for (let done = 0; done < ms; done += stepMs) {
    clock.pass(Math.min(stepMs, ms - done));
    await new Promise((resolve) => setImmediate(resolve));
    // After twenty steps, which are one second of the server's time, the loop yields so that the database can work.
    if ((done / stepMs) % 20 === 19) await sleep(1);
  }
  paceMs = performance.now();
  isLeaping = false;
}

async function run(command: Command): Promise<readonly string[]> {
  switch (command.kind) {
    case 'leap':
      await leap(command.ms, command.stepMs);
      return [];
    case 'pass':
      clock.pass(command.ms);
      return [];
    case 'jump':
      clock.jump(command.ms);
      return [];
    case 'drift':
      clock.drift(command.rate);
      return [];
    case 'die':
      death = { ...command.death, left: command.death.nth };
      return [];
    case 'statements':
      return seen.splice(0);
    case 'feed':
      feed.become(command.faults);
      return [];
    case 'shell':
      await once(spawn(command.program, command.args, { stdio: 'inherit' }), 'exit');
      return [];
  }
}

const send = (report: Report): void => void process.send?.(report);
process.on('message', ({ id, command }: Request) => {
  void run(command).then((texts) => send({ kind: 'done', id, nowMs: clock.now(), texts }));
});
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)));
// A disconnect means that the parent process has ended.
process.on('disconnect', () => void app.stop().then(() => process.exit(0)));

const databaseUrl = await embeddedAddress(options.dataFolder);
send({ kind: 'ready', url: app.url, nowMs: clock.now(), databaseUrl });
