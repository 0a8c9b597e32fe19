import { startSimulator as startDeriv } from '@vigia/broker-deriv/simulator';
import { SIMULATED_PASSWORD, startSimulator as startIqOption } from '@vigia/broker-iqoption/simulator';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { accessToken, startSimulator as startOlympTrade } from '@vigia/broker-olymptrade/simulator';
import { startSimulator as startQuotex } from '@vigia/broker-quotex/simulator';
import type { Clock } from '@vigia/core/kernel';
import { WarpClock } from './warp-clock.ts';

const PACE_MS = 5;
/** Small enough that every tick and settlement happens at its own time. */
const STEP_MS = 50;
const FIRST_OLYMP_USER = 46_300_000;

const emailOf = (number: number): string => `persona${number}@example.com`;

type Way = {
  readonly start: (clock: Clock, seed: number) => Promise<BrokerSimulator>;
  /** The body that connects that person. */
  readonly login: (number: number, nowMs: number) => Readonly<Record<string, string>>;
};

const WAYS = {
  iqoption: { start: startIqOption, login: (number) => ({ email: emailOf(number), password: SIMULATED_PASSWORD }) },
  quotex: { start: startQuotex, login: (number) => ({ email: emailOf(number), password: 'clave-quotex' }) },
  olymptrade: {
    start: startOlympTrade,
    login: (number, nowMs) => ({ session_token: accessToken(FIRST_OLYMP_USER + number, nowMs) }),
  },
  deriv: { start: startDeriv, login: (number) => ({ api_token: `pat_persona${number}`, app_id: 'vigia' }) },
} as const satisfies Readonly<Record<string, Way>>;

/** A broker with a simulator. */
export type PlayedBroker = keyof typeof WAYS;

/**
 * Simulated brokers in this process, so that their books survive every server: real sockets on loopback, and a clock
 * that follows the machine and jumps along with the server's.
 */
export class SimulatedBrokers {
  readonly brokers: readonly PlayedBroker[];
  /** The credentials of the users, which must never be in a log. */
  readonly secrets: string[] = [];
  readonly #simulators: ReadonlyMap<PlayedBroker, BrokerSimulator>;
  readonly #clock: WarpClock;
  readonly #pacer: NodeJS.Timeout;
  /** How far its clock is ahead of the server's. */
  #aheadMs = 0;
  readonly #pace: Pace;

  private constructor(simulators: ReadonlyMap<PlayedBroker, BrokerSimulator>, clock: WarpClock, pace: Pace) {
    this.#simulators = simulators;
    this.brokers = [...simulators.keys()];
    this.#clock = clock;
    this.#pace = pace;
    this.#pacer = setInterval(() => this.#clock.pass(this.#pace.advance()), PACE_MS);
  }

  static async open(brokers: readonly PlayedBroker[], startMs: number, seed: number): Promise<SimulatedBrokers> {
    const pace = new Pace();
    const clock = new WarpClock(startMs, () => pace.untoldMs());
    const simulators = brokers.map(async (id) => [id, await WAYS[id].start(clock, seed)] as const);
    return new SimulatedBrokers(new Map(await Promise.all(simulators)), clock, pace);
  }

  /** The setting `BROKER_ORIGINS`, which holds their addresses. */
  get origins(): string {
    return JSON.stringify(Object.fromEntries([...this.#simulators].map(([id, { origins }]) => [id, origins])));
  }

  get nowMs(): number {
    return this.#clock.now() - this.#aheadMs;
  }

  of(id: PlayedBroker): BrokerSimulator {
    const simulator = this.#simulators.get(id);
    if (simulator === undefined) throw new Error(`no simulator of ${id}`);
    return simulator;
  }

  all(): readonly BrokerSimulator[] {
    return [...this.#simulators.values()];
  }

  loginOf(id: PlayedBroker, number: number): Readonly<Record<string, string>> {
    const body = WAYS[id].login(number, this.#clock.now());
    const { email: _email, app_id: _app, ...secrets } = body as Readonly<Record<string, string>>;
    this.secrets.push(...Object.values(secrets));
    return body;
  }

  /** Number of contracts sold by all brokers. */
  countContracts(): number {
    return this.all().reduce((sum, { book }) => sum + book.contracts().length, 0);
  }

  /** Advances time by `ms`, firing timers; meanwhile it does not follow the machine. */
  pass(ms: number): void {
    for (let done = 0; done < ms; done += STEP_MS) this.#clock.pass(Math.min(STEP_MS, ms - done));
  }

  /** Between beginLeap and endLeap its time only moves by `pass`. */
  beginLeap(): void {
    this.#clock.pass(this.#pace.advance());
    this.#pace.isOff = true;
  }

  endLeap(): void {
    this.#pace.advance();
    this.#pace.isOff = false;
  }

  /** Shifts its clock by this much. */
  shift(ms: number): void {
    this.#clock.jump(ms);
    this.#aheadMs += ms;
  }

  async close(): Promise<void> {
    clearInterval(this.#pacer);
    await Promise.all(this.all().map((simulator) => simulator.stop()));
  }
}

/** Clock of the machine in steps; while it is stopped, no time passes. */
class Pace {
  isOff = false;
  #toldMs = performance.now();

  untoldMs(): number {
    return this.isOff ? 0 : performance.now() - this.#toldMs;
  }

  advance(): number {
    const untoldMs = this.untoldMs();
    this.#toldMs = performance.now();
    return untoldMs;
  }
}
