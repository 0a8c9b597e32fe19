import type { BrokerContract, BrokerOrder, BrokerSession, OrderReply, SentOrder } from '@vigia/broker-kit/port';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { type Clock, epochMs, minorUnits, type Rng } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver } from '@vigia/testkit/clock-driver';
import type { HostileTarget } from './brokers.ts';
import { RandomFaults } from './random-faults.ts';
import type { HostileRunTally } from './tally.ts';

const START_MS = Date.UTC(2026, 10, 24, 9, 12, 7, 250);
const ORDERS = 10;
const STAKES_MINOR = [500, 1_000, 1_500];
/** Time in milliseconds after which the hazards end if the outcome of an order is still unknown. */
const DOUBT_MS = 90_000;
/**
 * Time in milliseconds without hazards within which every order outcome and the result of every option contract must
 * become known.
 */
const CALM_MS = 600_000;
const REPLY_WITHIN_MS = 240_000;
const SECOND_MS = 1_000;
/** Milliseconds by which the broker's clock is ahead of the adapter's clock. */
const OFFSETS_MS = [0, 0, 700, 90_000, -90_000, 300_000];

/** Runs one broker session with ten orders against a hostile simulator, and adds the results to the tally. */
export async function playEpisode(target: HostileTarget, seed: number, tally: HostileRunTally): Promise<void> {
  const rng = new SeededRng(seed);
  const drive = new ClockDriver(START_MS);
  const offsetMs = OFFSETS_MS[Math.floor(rng.next() * OFFSETS_MS.length)] ?? 0;
  const simulator = await target.start(aheadBy(drive.clock, offsetMs), seed);
  const episode = new Episode(target, simulator, drive, rng, tally, seed);
  try {
    await episode.play();
  } catch (error) {
    tally.fault(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
  }
  await episode.end();
  tally.brokerMs += drive.clock.now() - START_MS;
}

const aheadBy = (clock: Clock, ms: number): Clock => ({
  now: () => epochMs(clock.now() + ms),
  monotonicMs: () => clock.monotonicMs(),
  after: (delay, task) => clock.after(delay, task),
  every: (interval, task) => clock.every(interval, task),
});

class Episode {
  readonly #target: HostileTarget;
  readonly #simulator: BrokerSimulator;
  readonly #drive: ClockDriver;
  readonly #rng: Rng;
  readonly #tally: HostileRunTally;
  readonly #seed: number;
  readonly #hazards: RandomFaults;
  readonly #session: BrokerSession;
  readonly #ids = new CountingIds();
  readonly #ends = new Map<string, BrokerContract>();
  readonly #ours = new Set<string>();
  #isHostile = true;

  constructor(
    target: HostileTarget,
    simulator: BrokerSimulator,
    drive: ClockDriver,
    rng: Rng,
    tally: HostileRunTally,
    seed: number,
  ) {
    this.#target = target;
    this.#simulator = simulator;
    this.#drive = drive;
    this.#rng = rng;
    this.#tally = tally;
    this.#seed = seed;
    this.#hazards = new RandomFaults(simulator, target, rng);
    const ignore = (): void => undefined;
    const listener = { onState: ignore, onAccounts: ignore, onAssets: ignore, onTick: ignore, onResumable: ignore };
    this.#session = target.broker.open(
      target.credentials(simulator.market.lastTick(target.symbol, drive.clock.now()).timeMs, seed),
      null,
      { ...listener, onContract: (contract) => this.#onContract(contract) },
      { clock: drive.clock, rng, ids: this.#ids, log: ignore, origins: simulator.origins },
    );
  }

  async play(): Promise<void> {
    const connected = await this.#drive.settled('connect', this.#session.connect(), REPLY_WITHIN_MS);
    if (!connected.ok) throw new Error(`no session: ${connected.error.kind} ${connected.error.detail}`);
    this.#session.watch(this.#target.symbol);
    for (let number = 0; number < ORDERS; number += 1) {
      await this.#pass(Math.floor(this.#rng.next() * 15_000));
      await this.#order();
    }
    this.#calm();
    await this.#expectEnds();
  }

  async end(): Promise<void> {
    this.#calm();
    const busiestMinute = this.#simulator.rate.busiestMinute();
    // A stalled broker later reads all delayed messages at once. The rate of read messages then does not show the rate
    // at which the client sent them.
    const busiestSecond = this.#hazards.counts.has('stall') ? 0 : this.#simulator.rate.busiestSecond();
    if (!this.#hazards.counts.has('stall')) this.#tally.add('sessions without a stall', 1);
    this.#tally.rates(busiestSecond, busiestMinute);
    // A delayed message may arrive in the next second, so the simulator may count the messages of two seconds in one.
    if (busiestSecond > 2 * this.#target.messagesPerSecond) this.#fault(`${busiestSecond} messages within a second`);
    if (busiestMinute > this.#target.requestsPerMinute) this.#fault(`${busiestMinute} requests within a minute`);
    for (const [name, count] of this.#hazards.counts) this.#tally.add(name, count);
    await this.#drive.settled('close', this.#session.close('keep')).catch(() => this.#fault('close did not end'));
    await this.#simulator.stop();
  }

  async #order(): Promise<void> {
    const before = this.#booked();
    const account = this.#session.accounts().find(({ kind }) => kind === 'demo');
    if (account === undefined) return this.#tally.add('no account', 1);
    this.#hazards.nextOrder();
    const stakeMinor = minorUnits(STAKES_MINOR[Math.floor(this.#rng.next() * STAKES_MINOR.length)] ?? 500);
    const order: BrokerOrder = {
      orderId: this.#ids.next(),
      accountId: account.accountId,
      symbol: this.#target.symbol,
      direction: this.#rng.next() < 0.5 ? 'CALL' : 'PUT',
      stakeMinor,
      durationS: this.#target.durationS,
      minPayoutRatio: null,
      sendDeadlineMs: epochMs(this.#drive.clock.now() + 20_000),
    };
    const reply = await this.#while(this.#session.place(order), REPLY_WITHIN_MS);
    if (reply === null) return this.#fault('an order without a reply');
    await this.#judge(order, reply, before);
  }

  async #judge(order: BrokerOrder, reply: OrderReply, before: number): Promise<void> {
    this.#tally.add('orders', 1);
    this.#tally.add(reply.outcome, 1);
    if (reply.outcome === 'accepted') return this.#expectBooked(before, reply.contract);
    if (reply.outcome === 'refused') {
      if (this.#booked() !== before) this.#fault(`refused (${reply.fault.kind}), but booked`);
      return;
    }
    const verdict = await this.#decide({ ...order, sentAtMs: reply.sentAtMs });
    this.#tally.add(verdict.verdict, 1);
    if (verdict.verdict === 'found') {
      this.#session.follow([verdict.contract]);
      return this.#expectBooked(before, verdict.contract);
    }
    if (verdict.verdict !== 'absent') return this.#fault(`still ${verdict.verdict} after ${CALM_MS} ms of calm`);
    if (this.#booked() !== before) this.#fault('absent, but booked');
  }

  async #decide(sent: SentOrder) {
    const sinceMs = this.#drive.clock.now();
    for (;;) {
      const answer = await this.#while(this.#session.reconcile([sent], this.#ours), REPLY_WITHIN_MS);
      const verdict = answer?.ok ? answer.value[0] : undefined;
      if (verdict?.verdict === 'found' || verdict?.verdict === 'absent') {
        this.#isHostile = true;
        return verdict;
      }
      if (verdict?.verdict === 'unread') this.#tally.add('unread for a while', 1);
      const doubtMs = this.#drive.clock.now() - sinceMs;
      if (doubtMs > DOUBT_MS) this.#calm();
      if (doubtMs > DOUBT_MS + CALM_MS) return verdict ?? { verdict: 'undecided' as const };
      await this.#pass(SECOND_MS);
    }
  }

  /** Checks that the broker session reports the same end for every option contract as the broker's order book. */
  async #expectEnds(): Promise<void> {
    const isKnown = (): boolean => [...this.#ours].every((contractId) => this.#ends.has(contractId));
    for (let calmMs = 0; calmMs < CALM_MS && !isKnown(); calmMs += SECOND_MS) await this.#pass(SECOND_MS);
    const contracts = this.#simulator.book.contracts();
    if (contracts.length !== this.#ours.size) this.#fault(`${contracts.length} booked, ${this.#ours.size} known`);
    for (const { contractId, result } of contracts) {
      const end = this.#ends.get(contractId)?.result;
      if (!end) this.#fault(`the end of ${contractId} never came`);
      else if (end.outcome !== result?.outcome || end.profitMinor !== result.profitMinor)
        this.#fault(`the end of ${contractId} is ${end.outcome}, in the book ${result?.outcome}`);
      else this.#tally.add('ends', 1);
    }
  }

  #expectBooked(before: number, { contractId }: BrokerContract): void {
    const more = this.#booked() - before;
    if (more > 1) this.#fault('one order was booked twice');
    if (more < 1 || this.#simulator.book.contract(contractId) === undefined)
      this.#fault('a contract that is not booked');
    if (this.#ours.has(contractId)) this.#fault('one contract for two orders');
    this.#ours.add(contractId);
  }

  #onContract(contract: BrokerContract): void {
    if (contract.result !== null) this.#ends.set(contract.contractId, contract);
  }

  #booked(): number {
    return this.#simulator.book.contracts().length;
  }

  #calm(): void {
    this.#isHostile = false;
    this.#hazards.heal();
  }

  async #pass(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= SECOND_MS) {
      if (this.#isHostile) this.#hazards.second();
      await this.#drive.advance(Math.min(leftMs, SECOND_MS));
    }
  }

  /** Advances the clock until the promise settles. Returns null if that takes too long. */
  async #while<Value>(work: Promise<Value>, withinMs: number): Promise<Value | null> {
    const done: { value?: Value; isOver: boolean } = { isOver: false };
    void work.then((value) => Object.assign(done, { value, isOver: true }));
    await this.#drive.quiet();
    for (let passedMs = 0; !done.isOver && passedMs < withinMs; passedMs += SECOND_MS / 4) {
      if (this.#isHostile && passedMs % SECOND_MS === 0) this.#hazards.second();
      await this.#drive.advance(SECOND_MS / 4);
    }
    return done.value ?? null;
  }

  #fault(what: string): void {
    this.#tally.fault(`seed ${this.#seed}: ${what}`);
  }
}
