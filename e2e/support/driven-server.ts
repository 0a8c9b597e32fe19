import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { insertTrades, type PastTrades, startTestApp, type TestApp, WEB_ROOT } from '@vigia/server/testing';
import { advanceInSteps, ManualClock, withClockAtRealSpeed } from '@vigia/testkit';
import { z } from 'zod';
import { copyAsYesterdaysLosses } from './past-trades.ts';
import {
  originsOf,
  type SimulatedBrokerId,
  type SimulatedBrokers,
  startSimulatedBrokers,
  stopSimulatedBrokers,
} from './simulated-brokers.ts';

/**
 * The time at which the server's clock starts. With the fixed seed of the market, the built-in setup publishes signals
 * some minutes after this time.
 */
const START_MS = Date.parse('2026-11-18T13:00:00.000Z');
/**
 * Step of the server's clock in milliseconds. It is so small that every tick, database write and settlement runs at its
 * own time.
 */
const STEP_MS = 50;
/**
 * How the server's time passes during a wait, in milliseconds: the time between two checks of the condition, and the
 * step of the clock.
 */
type Pace = { readonly runMs: number; readonly stepMs: number };
/** Pace for waits of minutes. Every event happens, but some events happen up to a second late. */
const COARSE: Pace = { runMs: 15_000, stepMs: 500 };
/** Pace for events within seconds. A wait of minutes would take too long at this pace. */
export const SECONDS_PACE: Pace = { runMs: 250, stepMs: STEP_MS };
/**
 * Real time in milliseconds for which a wait continues after its server time has passed. On a busy machine, the server
 * may still be waiting for its database.
 */
const MACHINE_PATIENCE_MS = 20_000;
const CREEP_MS = 100;
/**
 * Number of days of price history that the server fetches from a broker in the tests. This needs several pages from
 * each broker.
 */
const FETCHED_DAYS = 20;
/**
 * Step of the server's clock in milliseconds for hours in which no user acts. Sockets disconnect during such a step and
 * reconnect afterwards.
 */
const LEAP_STEP_MS = 5_000;

const KILL_POLL_MS = 10;

const PublicConfig = z.object({ supabaseAnonKey: z.string() });

/** The whole server on loopback, in the process of the test. Its clock advances only when a test advances it. */
export class DrivenServer {
  readonly url: string;
  /** The broker simulators to which the server connects instead of the real brokers. */
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

  /**
   * @param settings further environment variables
   * @param history the number of days of candles before the start; by default that of every test server
   */
  static async start(
    settings: Readonly<Record<string, string>> = {},
    history: { readonly historyDays?: number } = {},
  ): Promise<DrivenServer> {
    const clock = new ManualClock(START_MS);
    const brokers = await startSimulatedBrokers(clock);
    const environment = { BROKER_ORIGINS: originsOf(brokers), DERIV_OAUTH_CLIENT_ID: 'vigia', ...settings };
    return new DrivenServer(
      await withClockAtRealSpeed(
        clock,
        startTestApp({ clock, environment, webRoot: WEB_ROOT, fetchedDays: FETCHED_DAYS, ...history }),
      ),
      clock,
      brokers,
    );
  }

  /** Returns the milliseconds since the epoch by the server's clock. */
  get nowMs(): number {
    return this.#clock.now();
  }

  /** Returns true if any user is connected to this broker. */
  isInUse(id: SimulatedBrokerId): boolean {
    return this.#app.features.brokers.sessionsAt(id).length > 0;
  }

  /** Advances the server's clock by `ms`, and runs everything that is due in this time. */
  run(ms: number): Promise<void> {
    return advanceInSteps(this.#clock, ms, STEP_MS);
  }

  /** Advances the server's clock by a long time, in large steps. */
  leap(ms: number): Promise<void> {
    return advanceInSteps(this.#clock, ms, LEAP_STEP_MS);
  }

  /** Returns the public key that the app sends to the auth routes as `apikey`. */
  async publishableKey(): Promise<string> {
    this.#key ??= fetch(`${this.url}/config.json`).then(
      async (answer) => PublicConfig.parse(await answer.json()).supabaseAnonKey,
    );
    return this.#key;
  }

  /**
   * Advances the server's clock until `condition` holds.
   * @throws Error if `maxMs` of the server's time and then some seconds of real time have passed without the condition
   */
  async runUntil(condition: () => Promise<boolean>, maxMs: number, { runMs, stepMs } = COARSE): Promise<void> {
    for (let doneMs = 0; doneMs < maxMs; doneMs += runMs) {
      if (await condition()) return;
      await advanceInSteps(this.#clock, runMs, stepMs);
    }
    for (let doneMs = 0; doneMs < MACHINE_PATIENCE_MS; doneMs += CREEP_MS) {
      if (await condition()) return;
      await withClockAtRealSpeed(this.#clock, setTimeout(CREEP_MS));
    }
    throw new Error(`the condition did not hold within ${maxMs} ms of the server's time`);
  }

  /**
   * Advances the server's clock at the pace of real time until `work` is done. A deadline of seconds then holds even on
   * a busy machine. `times` multiplies this pace, for work that mostly waits for the clock.
   */
  creep<Value>(work: Promise<Value>, times = 1): Promise<Value> {
    return withClockAtRealSpeed(this.#clock, work, times);
  }

  /**
   * Moves the last security change of a user one day into the past, so that the waiting time for real money is over.
   * The test does not advance the server's clock by a day, because that would take minutes.
   */
  async endSecurityWait(email: string): Promise<void> {
    const { sql } = this.#app.db;
    await withClockAtRealSpeed(
      this.#clock,
      sql`
        UPDATE user_settings SET real_money_waits_until = ${new Date(this.nowMs)}
        WHERE user_id = (SELECT id FROM auth_users WHERE email = ${email})`,
    );
  }

  /**
   * Stores settled trades of a strategy, as if it had traded on this account before. Weeks of real candles would take
   * hours. Tests of the server show that the trades of a running strategy are stored like this.
   */
  async storeTrades(email: string, trades: Omit<PastTrades, 'userId'>): Promise<void> {
    const { db, features } = this.#app;
    const work = async () => {
      const [user] = await db.sql<{ id: string }[]>`SELECT id FROM auth_users WHERE email = ${email}`;
      if (user === undefined) throw new Error(`no user has the address ${email}`);
      await insertTrades({ db, accounts: features.accounts }, { ...trades, userId: user.id });
    };
    await withClockAtRealSpeed(this.#clock, work());
  }

  /** Stores a loss of yesterday beside each trade of this user. */
  async storeYesterdaysLosses(userId: string): Promise<void> {
    await withClockAtRealSpeed(this.#clock, copyAsYesterdaysLosses(this.#app.db.sql, userId));
  }

  /** Stops all prices permanently. Everything else keeps running. */
  async killFeed(): Promise<void> {
    await withClockAtRealSpeed(this.#clock, this.#app.features.markets.stop());
  }

  /**
   * Stops the server's database permanently, like a crash with a damaged data folder. The server cannot start the
   * database again, but everything else keeps running. Waits until the last process of the database has ended.
   */
  async killDatabase(): Promise<void> {
    const folder = join(this.#app.dataFolder, 'postgres');
    renameSync(join(folder, 'PG_VERSION'), join(folder, 'PG_VERSION.gone'));
    const file = join(folder, 'postmaster.pid');
    const [pid] = readFileSync(file, 'utf8').split('\n', 1);
    process.kill(Number(pid), 'SIGQUIT');
    while (existsSync(file)) await setTimeout(KILL_POLL_MS);
  }

  async stop(): Promise<void> {
    await withClockAtRealSpeed(this.#clock, this.#app.stop());
    await stopSimulatedBrokers(this.brokers);
  }
}
