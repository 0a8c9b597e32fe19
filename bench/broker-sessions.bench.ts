/**
 * Opens the broker sessions of a thousand users in one process. The simulated brokers run in another process. Measures
 * the memory of the sessions, and checks that each balance and option contract reaches only its user. Then restarts all
 * brokers at once to measure the reconnection.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { derivBroker } from '@vigia/broker-deriv';
import { iqOptionBroker } from '@vigia/broker-iqoption';
import type { Broker, BrokerCredentials, BrokerSession, OrderReply } from '@vigia/broker-kit/port';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { olympTradeBroker } from '@vigia/broker-olymptrade';
import { quotexBroker } from '@vigia/broker-quotex';
import { type Clock, epochMs, minorUnits } from '@vigia/core/kernel';
import { realClock as clock } from './real-clock.ts';

const PEOPLE_A_BROKER = 250;
/**
 * Number of broker sessions over all brokers. Each session has a different number, so that balances and stakes differ
 * between all sessions.
 */
const PEOPLE = 4 * PEOPLE_A_BROKER;
const CONNECTING_AT_ONCE = 25;
const WATCHED_S = 20;
const OUTAGE_MS = 5_000;
const BACK_WITHIN_MS = 60_000;
const MAX_RSS_MB = 1_024;
const SEED = 20_261_121;

type Simulator = { startSimulator(clock: Clock, seed: number): Promise<BrokerSimulator> };
type BrokerPlan = {
  readonly broker: Broker;
  readonly symbol: string;
  readonly durationS: number;
  readonly login: (person: number) => string;
  /** Imports the simulator. Only the process of the simulators calls this function. */
  readonly simulator: () => Promise<Simulator>;
  readonly credentials: (person: number) => Promise<BrokerCredentials>;
};

const PLANS: Readonly<Record<string, BrokerPlan>> = {
  deriv: {
    broker: derivBroker,
    symbol: 'EURUSD',
    durationS: 15,
    login: (person) => `person${person}`,
    simulator: () => import('@vigia/broker-deriv/simulator'),
    credentials: async (person) => ({ kind: 'api_token', token: `pat_person${person}`, appId: 'vigia' }),
  },
  iqoption: {
    broker: iqOptionBroker,
    symbol: 'EURUSD',
    durationS: 30,
    login: (person) => `persona${person}@example.com`,
    simulator: () => import('@vigia/broker-iqoption/simulator'),
    async credentials(person) {
      const { SIMULATED_PASSWORD: password } = await import('@vigia/broker-iqoption/simulator');
      return { kind: 'password', email: this.login(person), password };
    },
  },
  quotex: {
    broker: quotexBroker,
    symbol: 'EURUSD-OTC',
    durationS: 30,
    login: (person) => `person-${person}@example.com`,
    simulator: () => import('@vigia/broker-quotex/simulator'),
    credentials: async (person) => ({
      kind: 'password',
      email: `person-${person}@example.com`,
      password: 'clave-quotex',
    }),
  },
  olymptrade: {
    broker: olympTradeBroker,
    symbol: 'EURUSD',
    durationS: 30,
    login: String,
    simulator: () => import('@vigia/broker-olymptrade/simulator'),
    async credentials(person) {
      const { accessToken } = await import('@vigia/broker-olymptrade/simulator');
      return { kind: 'browser_session', token: accessToken(person, Date.now()), cookies: null, userAgent: null };
    },
  },
};

type Truth = { readonly accounts: Readonly<Record<string, number>>; readonly contracts: readonly string[] };
type Command = 'truth' | 'stop' | 'restart' | 'use' | 'end';
type ProcessUsage = { readonly cpuMs: number; readonly rssMb: number };
type Offer = { readonly origins: Readonly<Record<string, string>>; readonly credentials: readonly BrokerCredentials[] };
type Offers = Readonly<Record<string, Offer>>;

/** Runs the simulated brokers and their order books, in the process of the simulators. */
async function simulate(): Promise<void> {
  const simulators = new Map<string, BrokerSimulator>();
  const offers: Record<string, Offer> = {};
  for (const [place, [name, plan]] of Object.entries(PLANS).entries()) {
    const { startSimulator } = await plan.simulator();
    const simulator = await startSimulator(clock, SEED + place);
    simulators.set(name, simulator);
    // Every new login gets the next opening balance. These unused logins take the balances that belong to users of
    // other brokers.
    for (let person = 0; person < place * PEOPLE_A_BROKER; person += 1) simulator.book.accountsOf(`unused${person}`);
    const own = Array.from({ length: PEOPLE_A_BROKER }, (_, one) => place * PEOPLE_A_BROKER + one);
    for (const person of own) simulator.book.accountsOf(plan.login(person));
    const credentials = await Promise.all(own.map((person) => plan.credentials(person)));
    offers[name] = { origins: simulator.origins, credentials };
  }
  const all = [...simulators.values()];
  const truth = (): Record<string, Truth> =>
    Object.fromEntries(
      [...simulators].flatMap(([name, { book }], place) =>
        Array.from({ length: PEOPLE_A_BROKER }, (_, one) => {
          const login = PLANS[name]?.login(place * PEOPLE_A_BROKER + one) ?? '';
          const accounts = book.accountsOf(login).map(({ accountId, balanceMinor }) => [accountId, balanceMinor]);
          const contracts = book.contracts().filter(({ loginId }) => loginId === login);
          return [
            `${name}/${place * PEOPLE_A_BROKER + one}`,
            { accounts: Object.fromEntries(accounts), contracts: contracts.map(({ contractId }) => contractId) },
          ];
        }),
      ),
    );
  const answer = async (asked: Command): Promise<unknown> => {
    switch (asked) {
      case 'truth':
        return truth();
      case 'use':
        return processUsage();
      case 'stop':
        return Promise.all(all.map((simulator) => simulator.stop())).then(() => null);
      case 'restart':
        return Promise.all(all.map((simulator) => simulator.restart())).then(() => null);
      case 'end':
        return process.exit(0);
    }
  };
  process.on('disconnect', () => process.exit(0));
  process.on('message', (asked: Command) => void answer(asked).then((said) => process.send?.(said)));
  process.send?.(offers satisfies Offers);
}

/** One user with one broker session, and all data that the session received. */
class Person {
  readonly name: string;
  readonly session: BrokerSession;
  readonly accounts = new Map<string, number>();
  readonly contracts = new Set<string>();
  readonly ended = new Set<string>();
  ticks = 0;
  connectedAtMs: number | null = null;
  readonly #plan: BrokerPlan;
  readonly #number: number;

  constructor(
    broker: string,
    number: number,
    plan: BrokerPlan,
    credentials: BrokerCredentials,
    origins: Offer['origins'],
  ) {
    this.name = `${broker}/${number}`;
    this.#plan = plan;
    this.#number = number;
    this.session = plan.broker.open(
      credentials,
      null,
      {
        onState: ({ status }) => {
          this.connectedAtMs = status === 'connected' ? performance.now() : null;
        },
        onAccounts: (accounts) => {
          for (const { accountId, balanceMinor } of accounts) this.accounts.set(accountId, balanceMinor);
        },
        onAssets: () => undefined,
        onTick: () => {
          this.ticks += 1;
        },
        onContract: ({ contractId, result }) => {
          this.contracts.add(contractId);
          if (result) this.ended.add(contractId);
        },
        onResumable: () => undefined,
      },
      { clock, rng: { next: Math.random }, ids: { next: randomUUID }, log: () => undefined, origins },
    );
  }

  async connect(): Promise<void> {
    const connected = await this.session.connect();
    if (!connected.ok) throw new Error(`${this.name}: ${connected.error.kind} (${connected.error.detail})`);
    for (const { accountId, balanceMinor } of this.session.accounts()) this.accounts.set(accountId, balanceMinor);
    this.session.watch(this.#plan.symbol);
  }

  /**
   * Places one order with a stake that no other order has. If the price has moved, accepts the new price as a user
   * would.
   */
  async trade(): Promise<string | null> {
    const account = this.session.accounts().find(({ kind }) => kind === 'demo');
    if (!account) return 'no demo account';
    let reply = await this.#place(account.accountId);
    for (let again = 0; again < 3 && reply.outcome === 'refused' && reply.fault.kind === 'price_moved'; again += 1)
      reply = await this.#place(account.accountId);
    return reply.outcome === 'accepted' ? null : JSON.stringify(reply);
  }

  #place(accountId: string): Promise<OrderReply> {
    return this.session.place({
      orderId: randomUUID(),
      accountId,
      symbol: this.#plan.symbol,
      direction: this.#number % 2 ? 'CALL' : 'PUT',
      stakeMinor: minorUnits(1_000 + this.#number),
      durationS: this.#plan.durationS,
      minPayoutRatio: null,
      sendDeadlineMs: epochMs(Date.now() + 60_000),
    });
  }

  /** Returns the received data that is wrong or belongs to the session of another user. */
  faults(truth: Truth | undefined): readonly string[] {
    const wrong = [...this.accounts].filter(([accountId, minor]) => truth?.accounts[accountId] !== minor);
    const foreign = [...this.contracts].filter((contractId) => !truth?.contracts.includes(contractId));
    const unheard = Object.keys(truth?.accounts ?? {}).filter((accountId) => !this.accounts.has(accountId));
    return [
      ...wrong.map(([id, minor]) => `${this.name}: account ${id} wrong as ${minor}, booked ${truth?.accounts[id]}`),
      ...foreign.map((id) => `${this.name}: contract ${id} of another user`),
      ...unheard.map((id) => `${this.name}: account ${id} never notified`),
    ];
  }
}

const say = (what: string, ...figures: readonly string[]) => console.log(what.padEnd(44), ...figures);
const inMs = (nanoseconds: number): string => `${Math.round(nanoseconds / 1e6)} ms`;
const rssMb = (): number => Math.round(process.memoryUsage().rss / 2 ** 20);

function processUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, rssMb: rssMb() };
}

async function inTurns(people: readonly Person[], atOnce: number, work: (person: Person) => Promise<void>) {
  const waiting = people.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const person of waiting) await work(person);
    }),
  );
}

async function until(holds: () => boolean, withinMs: number): Promise<boolean> {
  const endMs = performance.now() + withinMs;
  while (!holds() && performance.now() < endMs) await sleep(50);
  return holds();
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['--simulators'], { execArgv: process.execArgv });
  const next = <Message>(): Promise<Message> =>
    new Promise((resolve) => child.once('message', (message) => resolve(message as Message)));
  const ask = async <Message>(what: Command): Promise<Message> => {
    const answer = next<Message>();
    child.send(what);
    return answer;
  };
  const offers = await next<Offers>();
  const people = Object.entries(PLANS).flatMap(([name, plan], place) => {
    const { origins, credentials } = offers[name] ?? { origins: {}, credentials: [] };
    return credentials.map((secret, one) => new Person(name, place * PEOPLE_A_BROKER + one, plan, secret, origins));
  });
  const failures: string[] = [];
  const check = async (when: string) => {
    const isTrue = async () => {
      const truth = await ask<Record<string, Truth>>('truth');
      return people.flatMap((person) => person.faults(truth[person.name]));
    };
    let faults = await isTrue();
    // Some data may still be in transit, so the check repeats before it reports a fault.
    for (const endMs = performance.now() + 30_000; faults.length > 0 && performance.now() < endMs; ) {
      await sleep(500);
      faults = await isTrue();
    }
    say(`crossed or wrong balances, ${when}`, `${faults.length} of ${PEOPLE} sessions' ${2 * PEOPLE} accounts`);
    for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
    if (faults.length > 0) failures.push(when);
  };
  console.log(
    `${PEOPLE} sessions, ${PEOPLE_A_BROKER} each of ${Object.keys(PLANS).join(', ')}; node ${process.version}`,
  );
  const loads = loadavg().map((load) => load.toFixed(1));
  say('load of the machine before', `${loads.join(', ')} on ${availableParallelism()} cores`);
  say('memory of the adapters before', `${rssMb()} MB`);
  const startMs = performance.now();
  await inTurns(people, CONNECTING_AT_ONCE, (person) => person.connect());
  say(`connected, ${CONNECTING_AT_ONCE} at a time`, `${((performance.now() - startMs) / 1_000).toFixed(1)} s`);
  const unique = new Set(people.flatMap(({ accounts }) => [...accounts.values()]));
  say('different opening balances', `${unique.size} of ${2 * PEOPLE}`);
  if (unique.size !== 2 * PEOPLE) failures.push('balances are not unique');
  await check('after connecting');

  const refusals: string[] = [];
  await inTurns(people, CONNECTING_AT_ONCE, async (person) => {
    const refusal = await person.trade();
    if (refusal !== null) refusals.push(`${person.name}: ${refusal}`);
  });
  say('orders accepted, one a session', `${PEOPLE - refusals.length} of ${PEOPLE}`);
  for (const refusal of refusals.slice(0, 10)) console.log(`  ${refusal}`);
  if (refusals.length > 0) failures.push('orders');
  const before = people.reduce((sum, { ticks }) => sum + ticks, 0);
  const { user, system } = process.cpuUsage();
  let peakMb = rssMb();
  for (let second = 0; second < WATCHED_S; second += 1) {
    await sleep(1_000);
    peakMb = Math.max(peakMb, rssMb());
  }
  const spent = process.cpuUsage({ user, system });
  const ticks = people.reduce((sum, person) => sum + person.ticks, 0) - before;
  say(`prices in ${WATCHED_S} s`, `${Math.round(ticks / WATCHED_S)} ticks/s`);
  say('CPU of the adapters', `${Math.round((spent.user + spent.system) / 10_000 / WATCHED_S)} % of a core`);
  const haveEnded = await until(() => people.every(({ ended }) => ended.size >= 1), 90_000);
  say('contracts whose end was published', `${people.filter(({ ended }) => ended.size >= 1).length} of ${PEOPLE}`);
  if (!haveEnded) failures.push('ends');
  await check('after trading');

  const loadBefore = await ask<ProcessUsage>('use');
  const ownBefore = processUsage();
  const delays = monitorEventLoopDelay();
  delays.enable();
  await ask('stop');
  await sleep(OUTAGE_MS);
  const isCut = people.every(({ connectedAtMs }) => connectedAtMs === null);
  const restartMs = performance.now();
  await ask('restart');
  const reachableMs = performance.now() - restartMs;
  const areBack = await until(() => people.every(({ connectedAtMs }) => connectedAtMs !== null), BACK_WITHIN_MS);
  peakMb = Math.max(peakMb, rssMb());
  const back = people.flatMap(({ connectedAtMs }) => (connectedAtMs === null ? [] : [connectedAtMs - restartMs]));
  if (!isCut) failures.push('not every session noticed the outage');
  if (!areBack) failures.push('the storm');
  storm(people, back, restartMs);
  const stormMs = performance.now() - restartMs;
  const after = await ask<ProcessUsage>('use');
  const share = (cpuMs: number) => `${Math.round((cpuMs / (stormMs + OUTAGE_MS)) * 100)} % of a core`;
  say(
    'the simulators meanwhile',
    `reachable after ${Math.round(reachableMs)} ms, ${share(after.cpuMs - loadBefore.cpuMs)}`,
  );
  say(
    'the adapters meanwhile',
    `${share(processUsage().cpuMs - ownBefore.cpuMs)}, event loop late p50 ${inMs(delays.percentile(50))}, p99 ${inMs(delays.percentile(99))}`,
  );
  await check('after the storm');
  peakMb = Math.max(peakMb, rssMb());
  say('memory of the adapters, now and at most', `${rssMb()} MB, ${peakMb} MB (limit ${MAX_RSS_MB} MB)`);
  say('memory of the simulators', `${after.rssMb} MB`);
  if (peakMb >= MAX_RSS_MB) failures.push('memory');
  child.send('end' satisfies Command);
  if (failures.length > 0) console.log(`not as it must be: ${failures.join(', ')}`);
  process.exit(failures.length > 0 ? 1 : 0);
}

/** Prints how long the sessions took to reconnect, measured from the time at which the brokers were reachable again. */
function storm(people: readonly Person[], back: readonly number[], restartMs: number): void {
  const sorted = back.toSorted((a, b) => a - b);
  const at = (share: number) => `${((sorted[Math.ceil(share * sorted.length) - 1] ?? NaN) / 1_000).toFixed(1)} s`;
  say(
    `back after an outage of ${OUTAGE_MS / 1_000} s`,
    `${back.length} of ${PEOPLE}; p50 ${at(0.5)}, p95 ${at(0.95)}, last ${at(1)}`,
  );
  const seconds = Math.ceil((sorted.at(-1) ?? 0) / 1_000);
  for (let second = 0; second < seconds; second += 1) {
    const count = sorted.filter((ms) => Math.floor(ms / 1_000) === second).length;
    say(`  ${second}–${second + 1} s`, String(count).padStart(4), '█'.repeat(Math.ceil(count / 8)));
  }
  for (const name of Object.keys(PLANS)) {
    const last = people
      .filter((person) => person.name.startsWith(`${name}/`))
      .reduce((max, { connectedAtMs }) => Math.max(max, (connectedAtMs ?? Number.POSITIVE_INFINITY) - restartMs), 0);
    say(`  the last of ${name}`, `${(last / 1_000).toFixed(1)} s`);
  }
}

await (process.argv.includes('--simulators') ? simulate() : measure());
