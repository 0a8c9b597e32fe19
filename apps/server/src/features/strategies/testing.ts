import { randomBytes } from 'node:crypto';
import { at, type Candle, CandleBuilder, columnsOf, type TickColumns } from '@vigia/core/candles';
import { ok, type Rng } from '@vigia/core/kernel';
import { SIMULATED_ASSETS, simulatedAsset } from '@vigia/core/market-model';
import { type BrokerId, type PriceSource, TIMEFRAME_SECONDS, type Timeframe } from '@vigia/core/vocabulary';
import { ManualClock } from '@vigia/testkit';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { createAccounts, NO_CONNECTIONS } from '../accounts/index.ts';
import { createEvidence } from '../evidence/index.ts';
import { CANDLE_CLOSED, type MarketCondition, type PricePoint, TICK } from '../market-data/index.ts';
import { singleMarket } from '../market-data/testing.ts';
import { SIGNALS_SEALED } from '../signals/index.ts';
import type { StrategyDeps, StrategyMarket } from './deps.ts';
import { createStrategies, type Strategies } from './strategies.ts';

export const START_MS = Date.parse('2026-11-18T00:00:00.000Z');
export const MINUTE_MS = 60_000;
const CANDLES = ['1m', '5m'] as const satisfies readonly Timeframe[];

/**
 * Generates a volatile market. Each price differs from the previous one by at most 0.001. Ticks are up to 14.5 s apart,
 * with rare gaps of 200 s.
 */
export function volatileTicks(rng: Rng, minutes: number): TickColumns {
  const [times, prices]: [number[], number[]] = [[], []];
  let [timeMs, price] = [START_MS, 1.1];
  while (timeMs < START_MS + minutes * MINUTE_MS) {
    times.push(timeMs);
    prices.push(price);
    price = Math.round((price + (rng.next() - 0.5) * 0.002) * 1e5) / 1e5;
    timeMs += rng.next() < 0.003 ? 200_000 : 500 + Math.floor(rng.next() * 14_000);
  }
  return { length: times.length, timeMs: Float64Array.from(times), price: Float64Array.from(prices) };
}

/**
 * A market of EURUSD with one-minute and five-minute candles. It plays the given ticks up to the time that the test
 * requests.
 */
export class ScriptedMarket implements StrategyMarket {
  source: PriceSource = 'simulated';
  state: MarketCondition['state'] = 'live';
  payout: number | null = 8_500;
  /** Whether `priceBefore` finds prices. */
  hasPrices = true;
  /** Number of next `history1m` calls that fail. */
  failures = 0;
  /** Number of `history1m` calls. */
  reads = 0;
  /** Promise that `history1m` awaits before it returns. */
  held: Promise<void> = Promise.resolve();
  readonly #ticks: TickColumns;
  readonly #clock: ManualClock;
  readonly #bus: Bus;
  readonly #builders = CANDLES.map((timeframe) => ({
    timeframe,
    builder: new CandleBuilder(TIMEFRAME_SECONDS[timeframe]),
  }));
  readonly #minutes: Candle[] = [];
  #next = 0;
  #latest: PricePoint | null = null;

  constructor(ticks: TickColumns, clock: ManualClock, bus: Bus) {
    this.#ticks = ticks;
    this.#clock = clock;
    this.#bus = bus;
  }

  /**
   * Plays all ticks before `endMs`. The market advances the clock to the time of each tick, unless the clock is already
   * later.
   */
  playUntil(endMs: number, backfilled = false): void {
    for (; this.#next < this.#ticks.length && at(this.#ticks.timeMs, this.#next) < endMs; this.#next += 1) {
      const [timeMs, price] = [at(this.#ticks.timeMs, this.#next), at(this.#ticks.price, this.#next)];
      if (timeMs > this.#clock.now()) this.#clock.advance(timeMs - this.#clock.now());
      this.#take(timeMs, price, backfilled);
    }
  }

  assets() {
    return SIMULATED_ASSETS;
  }
  asset(symbol: string) {
    return simulatedAsset(symbol);
  }
  latest() {
    return this.#latest;
  }
  condition() {
    return { state: this.state, ageMs: 9_000 };
  }
  payoutBp() {
    return this.payout;
  }
  knownThroughMs() {
    return this.#latest?.timeMs ?? null;
  }
  async priceBefore(_source: PriceSource, _symbol: string, timeMs: number) {
    let found: PricePoint | null = null;
    for (let row = 0; this.hasPrices && row < this.#next && at(this.#ticks.timeMs, row) < timeMs; row += 1)
      found = { timeMs: at(this.#ticks.timeMs, row), price: at(this.#ticks.price, row) };
    return ok(found);
  }
  historyFloor() {
    return 0;
  }
  async history1m(_symbol: string, fromTime: number) {
    this.reads += 1;
    // This market returns with a delay, as the database does. Its result includes everything that is stored by then.
    await this.held;
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('the source does not answer');
    }
    return columnsOf(this.#minutes.filter(({ time }) => time >= fromTime));
  }

  #take(timeMs: number, price: number, backfilled: boolean): void {
    const { source } = this;
    this.#latest = { timeMs, price };
    for (const { timeframe, builder } of this.#builders) {
      const candle = builder.push(timeMs, price);
      if (candle === null) continue;
      if (timeframe === '1m') this.#minutes.push(candle);
      this.#bus.publish(CANDLE_CLOSED, { source, symbol: 'EURUSD', timeframe, candle, backfilled });
    }
    this.#bus.publish(TICK, { source, symbol: 'EURUSD', timeMs, price, backfilled });
  }
}

/** Returns all dependencies of strategies on a test database; the test sets time and prices. */
export function createStrategyWorld(db: Database, ticks: TickColumns) {
  const clock = new ManualClock(START_MS);
  const log = createLogger('silent');
  const bus = createInProcessBus(log);
  const market = new ScriptedMarket(ticks, clock, bus);
  const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
  const accounts = createAccounts({ ids: randomIds, keyedHash, connections: NO_CONNECTIONS });
  /** Ids of signals queued for auto-trading. */
  const sealed: string[] = [];
  /** Broker on whose demo account a new strategy trades; null for the paper account. */
  const first: { broker: BrokerId | null } = { broker: null };
  const deps: StrategyDeps = {
    firstBroker: async () => first.broker,
    evidence: createEvidence({ db, clock }),
    db,
    bus,
    clock,
    ids: randomIds,
    log,
    markets: singleMarket(market),
    accounts,
    calls: createInProcessCalls(log),
    cluster: createSingleProcessCluster(log),
    work: recordSealed(sealed),
    keyedHash,
    securityLog: createSecurityLog({ clock, keyedHash }),
    randomBytes,
  };

  async function newPerson(timeZone = 'UTC'): Promise<string> {
    const userId = randomIds.next();
    const now = new Date(START_MS);
    await db.transaction(async (tx) => {
      await tx`INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${userId}, true, ${now}, ${now})`;
      const metadata = { time_zone: timeZone };
      const account = { userId, email: null, phone: null, metadata, isAnonymous: true, nowMs: clock.now() };
      await accounts.openAccount(tx, account);
    });
    return userId;
  }

  /** Starts the strategies feature as the server does. */
  async function started(): Promise<Strategies> {
    const strategies = createStrategies(deps);
    await strategies.start();
    return strategies;
  }
  return { clock, bus, market, sealed, first, deps, newPerson, started };
}

const recordSealed = (sealed: string[]): StrategyDeps['work'] => ({
  work: () => () => undefined,
  add: ({ name }, _shard, message) => {
    if (name === SIGNALS_SEALED.name) sealed.push(...(message as { signalIds: readonly string[] }).signalIds);
  },
});
