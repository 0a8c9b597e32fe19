import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startTestApp, type TestApp } from '@vigia/server/testing';
import { advanceInSteps, ManualClock, whileTimeCreeps } from '@vigia/testkit';
import { z } from 'zod';
import {
  originsOf,
  type PlayedBroker,
  type SimulatedBrokers,
  startSimulatedBrokers,
  stopSimulatedBrokers,
} from './simulated-brokers.ts';

/** With the market's fixed seed: minutes before the built-in setup publishes a few signals. */
const START_MS = Date.parse('2026-11-18T13:00:00.000Z');
/** Small enough that every tick, flush and settlement round happens at its own time. */
const STEP_MS = 50;
/** How time passes between two looks at a condition. */
type Pace = { readonly runMs: number; readonly stepMs: number };
/** For waiting minutes: everything happens, some of it up to a second late. */
const COARSE: Pace = { runMs: 15_000, stepMs: 500 };
/** For what happens within seconds, and must not find that minutes have passed. */
export const FINE: Pace = { runMs: 250, stepMs: STEP_MS };
/** Real time: what is due by the server's clock may still wait for a database that a busy machine holds up. */
const MACHINE_PATIENCE_MS = 20_000;
const CREEP_MS = 100;
/** For hours without a viewer: sockets lose touch meanwhile and come back. */
const LEAP_STEP_MS = 5_000;

const KILL_POLL_MS = 10;

const PublicConfig = z.object({ supabaseAnonKey: z.string() });

/** The whole server on loopback, in this process, with a clock that only moves when a test says so. */
export class DrivenServer {
  readonly url: string;
  /** The simulators that the server takes for the brokers' own sites. */
  readonly brokers: SimulatedBrokers;
  readonly #app: TestApp;
  readonly #clock: ManualClock;
  #key: Promise<string> | undefined;

  private constructor(app: TestApp, clock: ManualClock, brokers: SimulatedBrokers) {
    this.#app = app;
    this.brokers = brokers;
    this.#clock = clock;
    this.url = app.url;
  }

  static async start(): Promise<DrivenServer> {
    const clock = new ManualClock(START_MS);
    const brokers = await startSimulatedBrokers(clock);
    const environment = { BROKER_ORIGINS: originsOf(brokers) };
    return new DrivenServer(await whileTimeCreeps(clock, startTestApp({ clock, environment })), clock, brokers);
  }

  /** Milliseconds since the epoch by the server's clock. */
  get nowMs(): number {
    return this.#clock.now();
  }

  /** Whether anybody is connected to that broker. */
  isInUse(id: PlayedBroker): boolean {
    return this.#app.features.brokers.sessionsAt(id).length > 0;
  }

  /** Lets `ms` of the server's time pass, with everything that falls due in it. */
  run(ms: number): Promise<void> {
    return advanceInSteps(this.#clock, ms, STEP_MS);
  }

  /** Lets a long time pass. */
  leap(ms: number): Promise<void> {
    return advanceInSteps(this.#clock, ms, LEAP_STEP_MS);
  }

  /** The `apikey` of the auth routes. */
  async publishableKey(): Promise<string> {
    this.#key ??= fetch(`${this.url}/config.json`).then(
      async (answer) => PublicConfig.parse(await answer.json()).supabaseAnonKey,
    );
    return this.#key;
  }

  /**
   * Lets time pass until `condition` holds.
   * @throws Error where it holds neither within `maxMs` of the server's time nor, at real pace, some seconds after
   */
  async runUntil(condition: () => Promise<boolean>, maxMs: number, { runMs, stepMs } = COARSE): Promise<void> {
    for (let doneMs = 0; doneMs < maxMs; doneMs += runMs) {
      if (await condition()) return;
      await advanceInSteps(this.#clock, runMs, stepMs);
    }
    for (let doneMs = 0; doneMs < MACHINE_PATIENCE_MS; doneMs += CREEP_MS) {
      if (await condition()) return;
      await whileTimeCreeps(this.#clock, setTimeout(CREEP_MS));
    }
    throw new Error(`the condition did not hold within ${maxMs} ms of the server's time`);
  }

  /**
   * Lets time pass at real pace while this is under way: what must be done within seconds, on a machine however busy.
   * `times` that pace where most of the waiting is the clock's.
   */
  creep<Value>(work: Promise<Value>, times = 1): Promise<Value> {
    return whileTimeCreeps(this.#clock, work, times);
  }

  /** Ends the flow of prices for good; everything else goes on. */
  async killFeed(): Promise<void> {
    await whileTimeCreeps(this.#clock, this.#app.features.markets.stop());
  }

  /**
   * Ends its database at once and for good, as a crash does; everything else goes on. On a busy machine it lives on
   * for a while after the signal, long enough to take an order: it is waited for, and goes after the last of its
   * processes.
   */
  async killDatabase(): Promise<void> {
    const file = join(this.#app.dataFolder, 'postgres', 'postmaster.pid');
    const [pid] = readFileSync(file, 'utf8').split('\n', 1);
    process.kill(Number(pid), 'SIGQUIT');
    while (existsSync(file)) await setTimeout(KILL_POLL_MS);
  }

  async stop(): Promise<void> {
    await whileTimeCreeps(this.#clock, this.#app.stop());
    await stopSimulatedBrokers(this.brokers);
  }
}
