import {
  type BrokerAccount,
  type BrokerAccountKind,
  type BrokerCredentials,
  type BrokerOrder,
  type BrokerSession,
  Oddities,
  type OrderReply,
  type Reconciliation,
  type SentOrder,
  type TimedOrder,
} from '@vigia/broker-kit/port';
import type { BookContract, BrokerSimulator } from '@vigia/broker-kit/simulator';
import { epochMs, invariant, minorUnits } from '@vigia/core/kernel';
import { expect, it } from 'vitest';
import { CountingIds, SeededRng } from '#index.ts';
import { ClockDriver } from './clock-driver.ts';
import { Listener } from './listener.ts';
import type { ConformanceOptions } from './options.ts';

/** Start time of the tests: a weekday morning, not near a full hour. */
const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const SEED = 20_261_121;
const STAKE_MINOR = 1_000;
const SEND_WITHIN_MS = 60_000;

export type OpenedSession = { readonly session: BrokerSession; readonly listener: Listener };

/** One simulator, one clock and the sessions of one test. */
export class Stage {
  readonly drive: ClockDriver;
  readonly simulator: BrokerSimulator;
  readonly #options: ConformanceOptions;
  readonly #rng = new SeededRng(SEED);
  readonly #ids = new CountingIds();
  readonly #log: string[] = [];
  readonly #oddities = new Oddities();
  readonly #opened: OpenedSession[] = [];
  readonly #secrets = new Set<string>();

  constructor(options: ConformanceOptions, drive: ClockDriver, simulator: BrokerSimulator) {
    this.#options = options;
    this.drive = drive;
    this.simulator = simulator;
  }

  /** Opens a session for a user's number or for credentials. The session is not connected yet. */
  open(who: number | BrokerCredentials, resume: string | null = null): OpenedSession {
    const credentials = typeof who === 'number' ? this.#options.credentials.good(who) : who;
    const listener = new Listener(this.drive.clock);
    const session = this.#options.broker.open(credentials, resume, listener, {
      clock: this.drive.clock,
      rng: this.#rng,
      ids: this.#ids,
      log: (level, text) => void this.#log.push(`${level} ${text}`),
      origins: this.simulator.origins,
      oddities: this.#oddities,
    });
    for (const secret of secretsOf(credentials)) this.#secrets.add(secret);
    const opened = { session, listener };
    this.#opened.push(opened);
    return opened;
  }

  /** Opens a session for a user's number and connects it. */
  async connected(who: number, resume: string | null = null): Promise<OpenedSession> {
    const opened = this.open(who, resume);
    expect(await this.drive.settled('connect', opened.session.connect())).toEqual({ ok: true, value: null });
    return opened;
  }

  account(session: BrokerSession, kind: BrokerAccountKind = 'demo'): BrokerAccount {
    const account = session.accounts().find((one) => one.kind === kind);
    invariant(account !== undefined, `the login has a ${kind} account`);
    return account;
  }

  /** Converts a symbol of the session to the name in the simulator's market and book. */
  simulated(symbol: string): string {
    return symbol === this.#options.symbol ? (this.#options.simulatedSymbol ?? symbol) : symbol;
  }

  /** Finds an option contract in the simulator's book by its id in the session. */
  booked(contractId: string): Readonly<BookContract> | undefined {
    return this.simulator.book.contract(this.#options.simulatedContractId?.(contractId) ?? contractId);
  }

  /** Creates a new order on the demo account, with usual terms. */
  order(session: BrokerSession, changes: Partial<TimedOrder> = {}): TimedOrder {
    return {
      orderId: this.#ids.next(),
      accountId: this.account(session).accountId,
      symbol: this.#options.symbol,
      direction: 'CALL',
      stakeMinor: minorUnits(STAKE_MINOR),
      durationS: this.#options.durationS,
      minPayoutRatio: null,
      sendDeadlineMs: epochMs(this.drive.clock.now() + SEND_WITHIN_MS),
      ...changes,
    };
  }

  /** Creates a new order of this many ticks on the demo account, with usual terms. */
  orderInTicks(session: BrokerSession, durationTicks: number): BrokerOrder {
    const { durationS: _durationS, ...terms } = this.order(session);
    return { ...terms, durationTicks };
  }

  place(session: BrokerSession, order: BrokerOrder): Promise<OrderReply> {
    return this.drive.settled('a reply to the order', session.place(order), 2 * SEND_WITHIN_MS);
  }

  /** Reconciles until the broker's records show the outcome of the order, for at most `withinMs`. */
  async decide(
    session: BrokerSession,
    order: SentOrder,
    claimed: ReadonlySet<string> = new Set(),
    withinMs = 60_000,
  ): Promise<Reconciliation> {
    const endMs = this.drive.clock.now() + withinMs;
    for (;;) {
      const answer = await this.drive.settled('reconcile', session.reconcile([order], claimed));
      const verdict = answer.ok ? answer.value.at(0) : undefined;
      if (verdict && verdict.verdict !== 'undecided') return verdict;
      if (this.drive.clock.now() >= endMs) return { verdict: 'undecided' };
      await this.drive.advance(1_000);
    }
  }

  /** Closes all sessions and the simulator. Checks that no secret was logged, and that no message type was unknown. */
  async end(): Promise<void> {
    for (const { session, listener } of this.#opened) {
      await this.drive.settled('close', session.close('keep'));
      for (const secret of listener.resumables) if (secret) this.#secrets.add(secret);
    }
    await this.simulator.stop();
    const lines = this.#log.join('\n');
    for (const secret of this.#secrets) expect(lines).not.toContain(secret);
    expect(this.#oddities.list().filter(({ kind }) => kind === 'unknown')).toEqual([]);
  }
}

/** Defines one test with a new stage. The stage is closed even if the test fails. */
export function testWithStage(
  options: ConformanceOptions,
  name: string,
  play: (stage: Stage) => Promise<void>,
  timeoutMs = 60_000,
): void {
  it(
    name,
    async () => {
      const drive = new ClockDriver(START_MS);
      const stage = new Stage(options, drive, await options.startSimulator(drive.clock, SEED));
      try {
        await play(stage);
      } catch (error) {
        await stage.simulator.stop();
        throw error;
      }
      await stage.end();
    },
    timeoutMs,
  );
}

function secretsOf(credentials: BrokerCredentials): readonly string[] {
  switch (credentials.kind) {
    case 'password':
      return [credentials.password];
    case 'api_token':
      return [credentials.token];
    case 'browser_session':
      return credentials.cookies ? [credentials.token, credentials.cookies] : [credentials.token];
    case 'oauth':
      return [credentials.accessToken, ...(credentials.refreshToken === null ? [] : [credentials.refreshToken])];
  }
}
