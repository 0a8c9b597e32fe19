import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CreateOption, Health } from '@vigia/contract';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import { type ConnectionOptions, type Database, openDatabase, parseDatabaseUrl, type Sql } from '@vigia/server/testing';
import { SeededRng } from '@vigia/testkit';
import { type Finding, type Invariant, type LimitsDuringRun, publishedSeals } from '@vigia/testkit/invariants';
import type { DataFolders } from './data-folders.ts';
import type { FeedFault } from './faulty-feed.ts';
import { machineMs } from './machine-time.ts';
import {
  addressOf,
  newPerson,
  type OrderAttempt,
  type OrderTarget,
  PASSWORD_HASH,
  type Person,
  proofHeaders,
  send,
  sendChange,
} from './people.ts';
import { Server, type ServerLaunch } from './server.ts';
import { type SimulatedBrokerId, SimulatedBrokers } from './simulated-brokers.ts';
import { EventWatcher } from './watcher.ts';

const MINUTE_MS = 60_000;
/**
 * The time limit in milliseconds until the server is healthy: invariant I11 of docs/spec/retention-and-faults.md §2.
 */
const HEALTHY_WITHIN_MS = 30_000;
const POLL_MS = 50;
const MAX_CONCURRENT = 60;

/**
 * Duration of one part of a jump of the clock with brokers, in milliseconds. After each part the loop yields so that
 * the sockets can work.
 */
const LEAP_CHUNK_MS = 500;
const LEAP_BREATH_MS = 2;
/** The server time in milliseconds between two checks whether trades at brokers are still open. */
const SETTLE_STEP_MS = 10_000;
/**
 * Time limit in milliseconds for the end of all trades. It covers the longest option contract, the latest report of a
 * result, and the request with which the server asks for a result.
 */
const SETTLED_WITHIN_MS = 10 * MINUTE_MS;

type Start = {
  readonly feedFaults?: readonly FeedFault[];
  readonly launch?: ServerLaunch;
  readonly dataFolder?: string;
  readonly brokers?: readonly SimulatedBrokerId[];
  readonly brokersAheadMs?: number;
  readonly source?: PriceSource;
  /** Further settings of the server, as environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
};

/**
 * The state of one run of a scenario: a server with its own data folder, users, their orders, and random numbers from
 * the seed.
 */
export class World {
  readonly rng: SeededRng;
  readonly people: Person[] = [];
  readonly attempts: OrderAttempt[] = [];
  readonly watchers: EventWatcher[] = [];
  readonly noted: Finding[] = [];
  /** The symbols whose prices a fault deliberately changed. */
  readonly bent = new Set<string>();
  /** The signals that were published before the fault, each with its chain hash. */
  seals: ReadonlyMap<string, string> = new Map();
  limits: readonly LimitsDuringRun[] = [];
  /** Figures of this run for the result table, by name. */
  readonly measured = new Map<string, number | string>();
  longestUnknownMs = 0;
  /** The server's time at its first start. */
  startMs: number;
  readonly folders: DataFolders;
  readonly launch: ServerLaunch;
  readonly #name: string;
  #dataFolder: string;
  #root = '';
  #server: Server | null = null;
  #db: Database | null = null;
  #simulatedBrokers: SimulatedBrokers | null = null;
  #source: PriceSource | undefined;
  #environment: Readonly<Record<string, string>> = {};
  readonly #logs: string[] = [];

  constructor(folders: DataFolders, launch: ServerLaunch, name: string, seed: number) {
    this.folders = folders;
    this.launch = launch;
    this.#name = name;
    this.#dataFolder = `${folders.root}/${name}`;
    this.rng = new SeededRng(seed);
    this.startMs = folders.madeAtMs + this.between(1, 40) * MINUTE_MS + this.between(0, 59_999);
  }

  get server(): Server {
    if (this.#server === null) throw new Error('no server has been started');
    return this.#server;
  }

  /** Returns the simulated brokers of this run; null if it has none. */
  get simulatedBrokers(): SimulatedBrokers | null {
    return this.#simulatedBrokers;
  }

  get brokers(): SimulatedBrokers {
    if (this.#simulatedBrokers === null) throw new Error('this run has no brokers');
    return this.#simulatedBrokers;
  }

  get db(): Database {
    if (this.#db === null) throw new Error('no database is up');
    return this.#db;
  }

  get sql(): Sql {
    return this.db.sql;
  }

  /** Opens the database as its superuser. The caller closes it. */
  openAsAdmin(): Database {
    return openDatabase({ ...this.#access, ...ADMIN }, { poolSize: 1 });
  }

  /**
   * Returns the data folder of this run. This process can read it even if the server has mounted another file system
   * there.
   */
  get dataFolder(): string {
    return this.#root + this.#dataFolder;
  }

  /** Returns the output of all servers of this run. */
  get log(): string {
    return [...this.#logs, this.#server?.log ?? ''].join('');
  }

  /** Returns a random integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.rng.next() * (most - least + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.rng.next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Records a violation of an expectation of this scenario. */
  note(invariant: Invariant, what: string): void {
    this.noted.push({ invariant, what });
  }

  /** Records a violation unless `isSo` is true. */
  expect(isSo: boolean, invariant: Invariant, what: string): void {
    if (!isSo) this.note(invariant, what);
  }

  measure(what: string, figure: number | string): void {
    this.measured.set(what, figure);
  }

  /** Starts the server on a new copy of the template data, and signs up this many users. */
  async begin(
    people: number,
    { feedFaults = [], launch = this.launch, dataFolder, brokers = [], brokersAheadMs = 0, ...start }: Start = {},
  ): Promise<void> {
    this.#dataFolder = dataFolder ?? this.folders.copy(this.#name);
    this.#source = start.source;
    this.#environment = start.environment ?? {};
    if (brokers.length > 0)
      this.#simulatedBrokers = await SimulatedBrokers.open(brokers, this.startMs, this.between(1, 1_000_000));
    this.#simulatedBrokers?.shift(brokersAheadMs);
    await this.#start(launch, this.startMs, 0, feedFaults);
    await this.leap(this.between(3_000, 20_000));
    for (let count = 0; count < people; count += 1) await this.#welcome();
    this.seals = await publishedSeals(this.sql);
  }

  /** Advances the clocks of the server and of the brokers by `ms`. */
  async leap(ms: number, stepMs = 50): Promise<void> {
    const simulatedBrokers = this.#simulatedBrokers;
    if (simulatedBrokers === null) return void (await this.server.leap(ms, stepMs));
    simulatedBrokers.beginLeap();
    try {
      for (let done = 0; done < ms; done += LEAP_CHUNK_MS) {
        const chunkMs = Math.min(LEAP_CHUNK_MS, ms - done);
        await this.server.leap(chunkMs, stepMs);
        simulatedBrokers.pass(Math.max(0, this.server.nowMs - simulatedBrokers.nowMs));
        await sleep(LEAP_BREATH_MS);
      }
    } finally {
      simulatedBrokers.endLeap();
    }
  }

  /** Restarts the server at the same address. The clock of the new server is `laterMs` later. */
  async restart(laterMs = this.between(1_000, 5 * MINUTE_MS), launch = this.launch): Promise<void> {
    const { url, nowMs } = this.server;
    this.#simulatedBrokers?.pass(laterMs);
    await this.#start(launch, this.#simulatedBrokers?.nowMs ?? nowMs + laterMs, Number(new URL(url).port), []);
  }

  /** Returns a random order for a random asset of `symbols`. */
  randomOrder(symbols: readonly string[] = SIMULATED_ASSETS.map(({ symbol }) => symbol)): CreateOption {
    return {
      asset_symbol: this.pick(symbols),
      option_type: this.pick(['CALL', 'PUT']),
      amount: this.between(100, 5_000) / 100,
      duration: this.between(1, 3),
    };
  }

  /** Sends `count` concurrent orders, and resolves to their outcomes. */
  async order(count: number, symbols?: readonly string[]): Promise<readonly OrderAttempt[]> {
    const orders = Array.from({ length: count }, () => [this.pick(this.people), this.randomOrder(symbols)] as const);
    return this.take(Promise.all(orders.map(([person, order]) => send(this.server.url, person, order))));
  }

  /** Sends one order of this user to this destination. */
  orderAt(to: OrderTarget, person = this.pick(this.people), key = randomUUID()): Promise<OrderAttempt> {
    const order = { ...this.randomOrder(['EURUSD']), duration: this.between(1, 2) };
    return send(this.server.url, person, order, { key, to });
  }

  /** Starts `senders` clients that send orders continuously until the caller calls the returned function. */
  load(senders: number): () => Promise<void> {
    const off = new AbortController();
    const sender = async (): Promise<void> => {
      for (; !off.signal.aborted; await sleep(this.between(5, 40))) await this.order(1);
    };
    const all = Promise.all(Array.from({ length: senders }, sender));
    return async () => {
      off.abort();
      await all;
    };
  }

  /**
   * Connects a user to a broker. After a connection to IQ Option, orders that name no broker go to the demo account
   * there.
   */
  async signIn(person: Person, broker: SimulatedBrokerId): Promise<void> {
    const { url } = this.server;
    const login = this.brokers.loginOf(broker, this.people.indexOf(person) + 1);
    const path = `/api/v1/multi-broker/connect/${broker}`;
    const connect = async () => sendChange(url, person, path, login, await proofHeaders(url, person));
    // The first request may time out on a busy machine, so one retry follows.
    await connect().catch(connect);
    if (broker === 'iqoption') await sendChange(url, person, '/api/v1/trading/mode/switch', { mode: 'iqoption_demo' });
  }

  /** Records the outcomes of these orders for the checks at the end. */
  async take(orders: Promise<readonly OrderAttempt[]>): Promise<readonly OrderAttempt[]> {
    const attempts = await orders;
    this.attempts.push(...attempts);
    return attempts;
  }

  /**
   * Waits until the server reports that it is healthy.
   * @returns the waiting time in milliseconds
   */
  async healthy(): Promise<number> {
    const sinceMs = performance.now();
    while (performance.now() - sinceMs < HEALTHY_WITHIN_MS) {
      if (this.server.hasExited) throw new Error('the server has ended by itself');
      if ((await this.health())?.status === 'ok') return performance.now() - sinceMs;
      await sleep(POLL_MS);
    }
    this.note(
      'I11',
      `the server is not well ${HEALTHY_WITHIN_MS} ms after the fault: ${JSON.stringify(await this.health())}`,
    );
    return HEALTHY_WITHIN_MS;
  }

  async health(): Promise<Health | null> {
    return fetch(`${this.server.url}/health`, { signal: AbortSignal.timeout(5_000) }).then(
      async (answer) => Health.parse(await answer.json()),
      () => null,
    );
  }

  /**
   * Resolves every order with an unknown execution status as a client does: sends the request again with its
   * idempotency key.
   */
  async resolveUnknown(): Promise<void> {
    const untilMs = performance.now() + HEALTHY_WITHIN_MS;
    const known = new Set(this.attempts.filter(({ outcome }) => outcome.kind !== 'unknown').map(({ key }) => key));
    const open = this.attempts.filter(({ outcome, key }) => outcome.kind === 'unknown' && !known.has(key));
    for (const attempt of open) {
      const settled = await this.#askAgain(attempt, untilMs);
      this.longestUnknownMs = Math.max(this.longestUnknownMs, settled.answeredAtMs - attempt.sentAtMs);
      this.attempts.push(settled);
      if (settled.outcome.kind === 'unknown') this.note('I11', `the outcome of ${attempt.key} stays unknown`);
    }
  }

  /** Waits until all open trades have expired and are settled. */
  async settleAll(): Promise<void> {
    if (this.#simulatedBrokers === null) await this.leap(4 * MINUTE_MS, 100);
    const sinceMs = performance.now();
    const untilMs = this.server.nowMs + SETTLED_WITHIN_MS;
    const isPatient = (): boolean =>
      this.#simulatedBrokers === null ? performance.now() - sinceMs < HEALTHY_WITHIN_MS : this.server.nowMs < untilMs;
    while (isPatient()) {
      const [row] = await this.sql<
        { open: number }[]
      >`SELECT count(*)::int AS open FROM trades WHERE status = 'active'`;
      if (row?.open === 0) return;
      if (this.#simulatedBrokers === null) await sleep(2 * POLL_MS);
      else await this.leap(SETTLE_STEP_MS);
    }
    this.note('I2', 'trades stay open long after their expiry');
  }

  async end(): Promise<void> {
    for (const watcher of this.watchers) watcher.close();
    await this.#db?.close();
    if (this.#server !== null && !this.#server.hasExited) {
      this.#server.resume();
      await Promise.race([this.#server.stop(), sleep(15_000, null, { ref: false })]);
      await this.#server.kill();
    }
    await this.#simulatedBrokers?.close();
    this.folders.remove(this.#dataFolder);
  }

  async #start(launch: ServerLaunch, startMs: number, port: number, feedFaults: readonly FeedFault[]): Promise<void> {
    if (this.#server !== null) this.#logs.push(this.#server.log);
    await this.#db?.close();
    const brokerOrigins = this.#simulatedBrokers?.origins;
    this.#server = await Server.start(launch, {
      dataFolder: this.#dataFolder,
      startMs,
      port,
      feedFaults,
      environment: this.#environment,
      ...(brokerOrigins !== undefined && { brokerOrigins, sinceMs: machineMs() }),
      ...(this.#source !== undefined && { source: this.#source }),
    });
    this.#root = launch.runner === undefined ? '' : `/proc/${this.#server.pid}/root`;
    this.#connect();
  }

  #connect(): void {
    this.#db = openDatabase(this.#access, { poolSize: 4 });
  }

  get #access(): ConnectionOptions {
    const target = parseDatabaseUrl(this.server.databaseUrl);
    const host = target.host.startsWith('/') ? this.#root + target.host : target.host;
    return { ...target, host };
  }

  async #welcome(): Promise<void> {
    const person = await newPerson(this.server.url);
    await this.sql`UPDATE users SET max_concurrent_trades = ${MAX_CONCURRENT} WHERE id = ${person.userId}`;
    this.people.push(person);
    if (this.#simulatedBrokers !== null) await this.giveAccount(person);
    for (const broker of this.#simulatedBrokers?.brokers ?? []) await this.signIn(person, broker);
    this.watchers.push(await EventWatcher.open(this.server.url, person));
    this.limits = [...this.limits, { ...UNLIMITED, userId: person.userId, maxConcurrentTrades: MAX_CONCURRENT }];
  }

  /**
   * Turns a demo user into a registered user with an email address, because only registered users may connect to a
   * broker and get mails.
   */
  async giveAccount({ userId }: Person): Promise<void> {
    await this.sql`
      UPDATE auth_users SET is_anonymous = false, email = ${addressOf(userId)}, email_confirmed_at = now(),
             password_hash = ${PASSWORD_HASH}
      WHERE id = ${userId}`;
  }

  async #askAgain({ person, order, key, to }: OrderAttempt, untilMs: number): Promise<OrderAttempt> {
    for (;;) {
      const again = await send(this.server.url, person, order, { key, to });
      if (again.outcome.kind !== 'unknown' || performance.now() > untilMs) return again;
      await sleep(POLL_MS);
    }
  }
}

/** User and database of the superuser of the embedded server. Its password is the password of the app role. */
const ADMIN = { user: 'vigia_admin', database: 'postgres' } as const;

const UNLIMITED = { maxStakeMinor: null, dailyLossLimitMinor: null, dailyTradeLimit: null } as const;
