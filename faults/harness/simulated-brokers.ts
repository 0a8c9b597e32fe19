import { startSimulator as startDeriv } from '@vigia/broker-deriv/simulator';
import { SIMULATED_PASSWORD, startSimulator as startIqOption } from '@vigia/broker-iqoption/simulator';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { accessToken, startSimulator as startOlympTrade } from '@vigia/broker-olymptrade/simulator';
import { startSimulator as startQuotex } from '@vigia/broker-quotex/simulator';
import type { Clock } from '@vigia/core/kernel';
import { WarpClock } from './warp-clock.ts';

const PACE_MS = 5;
/**
 * Step of the simulated brokers' clock in milliseconds. It is so small that every tick and settlement happens at its
 * own time.
 */
const STEP_MS = 50;
const FIRST_OLYMP_USER = 46_300_000;

const emailOf = (number: number): string => `persona${number}@example.com`;

type Way = {
  readonly start: (clock: Clock, seed: number) => Promise<BrokerSimulator>;
  /** Returns the request body that connects a user to the broker. */
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
export type SimulatedBrokerId = keyof typeof WAYS;

/**
 * Simulated brokers in the process of the fault tests, so that their order books survive every restart of the server.
 * They listen on loopback. Their clock follows the machine's clock and jumps together with the server's clock.
 */
export class SimulatedBrokers {
  readonly brokers: readonly SimulatedBrokerId[];
  /** The users' broker credentials, which no log may contain. */
  readonly secrets: string[] = [];
  readonly #simulators: ReadonlyMap<SimulatedBrokerId, BrokerSimulator>;
  readonly #clock: WarpClock;
  readonly #pacer: NodeJS.Timeout;
  /** The time in milliseconds by which the brokers' clock is ahead of the server's clock. */
  #aheadMs = 0;
  readonly #pace: Pace;

  private constructor(simulators: ReadonlyMap<SimulatedBrokerId, BrokerSimulator>, clock: WarpClock, pace: Pace) {
    this.#simulators = simulators;
    this.brokers = [...simulators.keys()];
    this.#clock = clock;
    this.#pace = pace;
    this.#pacer = setInterval(() => this.#clock.pass(this.#pace.advance()), PACE_MS);
  }

  static async open(brokers: readonly SimulatedBrokerId[], startMs: number, seed: number): Promise<SimulatedBrokers> {
    const pace = new Pace();
    const clock = new WarpClock(startMs, () => pace.untoldMs());
    const simulators = brokers.map(async (id) => [id, await WAYS[id].start(clock, seed)] as const);
    return new SimulatedBrokers(new Map(await Promise.all(simulators)), clock, pace);
  }

  /** Returns the value of the setting `BROKER_ORIGINS`, with the addresses of the simulated brokers. */
  get origins(): string {
    return JSON.stringify(Object.fromEntries([...this.#simulators].map(([id, { origins }]) => [id, origins])));
  }

  get nowMs(): number {
    return this.#clock.now() - this.#aheadMs;
  }

  of(id: SimulatedBrokerId): BrokerSimulator {
    const simulator = this.#simulators.get(id);
    if (simulator === undefined) throw new Error(`no simulator of ${id}`);
    return simulator;
  }

  all(): readonly BrokerSimulator[] {
    return [...this.#simulators.values()];
  }

  loginOf(id: SimulatedBrokerId, number: number): Readonly<Record<string, string>> {
    const body = WAYS[id].login(number, this.#clock.now());
    const { email: _email, app_id: _app, ...secrets } = body as Readonly<Record<string, string>>;
    this.secrets.push(...Object.values(secrets));
    return body;
  }

  /** Returns the number of option contracts that all brokers together have recorded. */
  countContracts(): number {
    return this.all().reduce((sum, { book }) => sum + book.contracts().length, 0);
  }

  /**
   * Advances the brokers' time by `ms` and runs the due timers. The clock does not follow the machine during the call.
   */
  pass(ms: number): void {
    for (let done = 0; done < ms; done += STEP_MS) this.#clock.pass(Math.min(STEP_MS, ms - done));
  }

  /** Stops the brokers' clock until a call of `endLeap`. Until then, only calls of `pass` move it. */
  beginLeap(): void {
    this.#clock.pass(this.#pace.advance());
    this.#pace.isOff = true;
  }

  endLeap(): void {
    this.#pace.advance();
    this.#pace.isOff = false;
  }

  /** Moves the brokers' clock by `ms` relative to the server's clock. */
  shift(ms: number): void {
    this.#clock.jump(ms);
    this.#aheadMs += ms;
  }

  async close(): Promise<void> {
    clearInterval(this.#pacer);
    await Promise.all(this.all().map((simulator) => simulator.stop()));
  }
}

/** Moves a clock in steps so that it follows the machine's clock. While the pace is off, the clock stands still. */
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
