import { at, type Candle, CandleBuilder, columnsOf, type TickColumns } from '@vigia/core/candles';
import { type Clock, minorUnits, ok } from '@vigia/core/kernel';
import { type AssetSpec, demoMarket, SIMULATED_ASSETS, simulatedAsset, TickCursor } from '@vigia/core/market-model';
import { secondsOf, type TradeLength } from '@vigia/core/trades';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { ManualClock } from '@vigia/testkit';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessCalls } from '#platform/calls/in-process-calls.ts';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { Database } from '#platform/persistence/database.ts';
import { createEvidence } from '../evidence/index.ts';
import { CANDLE_CLOSED, type MarketCondition, type PricePoint, TICK } from '../market-data/index.ts';
import { singleMarket } from '../market-data/testing.ts';
import type { PcrDeps, PcrMarket } from './deps.ts';

const HOUR_MS = 3_600_000;
const EVEN_PAYOUT_BP = 8_500;

/** Returns the only asset in these tests. */
export function eurusd(): AssetSpec {
  const asset = simulatedAsset('EURUSD');
  if (asset === undefined) throw new Error('EURUSD is simulated');
  return asset;
}

/** Returns hours of simulated EURUSD ticks as a recording. */
export function recordedTicks(seed: number, startMs: number, hours: number): TickColumns {
  const cursor = new TickCursor(demoMarket(seed), eurusd()).seekFrom(startMs);
  const times: number[] = [];
  const prices: number[] = [];
  for (; cursor.timeMs < startMs + hours * HOUR_MS; cursor.next()) {
    times.push(cursor.timeMs);
    prices.push(cursor.price);
  }
  return { length: times.length, timeMs: Float64Array.from(times), price: Float64Array.from(prices) };
}

/** Accounts with the time zone UTC and a balance of $10,000 for every user id, even if no such user exists. */
const SAME_FOR_ALL: PcrDeps['accounts'] = {
  riskSettings: async () => ({ timeZone: 'UTC', limitsTimeZone: 'UTC', stoppedAtMs: null, tradingPeriod: null }),
  riskLimits: async () => ({
    maxConcurrentTrades: 3,
    maxStakeMinor: null,
    dailyLossLimitMinor: null,
    weeklyLossLimitMinor: null,
    dailyTradeLimit: null,
    coolDown: null,
    killSwitch: false,
  }),
  currentPurse: async () => ({ kind: 'mock', currency: 'USD' }),
  automationMoney: async () => ({
    ...({ accountId: 'a', broker: 'mock', kind: 'mock', currency: 'USD' } as const),
    cashMinor: minorUnits(1_000_000),
    heldMinor: minorUnits(0),
  }),
};

/** A market of one symbol with one-minute candles. It plays the given ticks up to the time that the test requests. */
export class ScriptedMarket implements PcrMarket {
  source: PriceSource = 'simulated';
  floor = 0;
  state: MarketCondition['state'] = 'live';
  payoutAt: (atMs: number, durationMin: number) => number | null = () => EVEN_PAYOUT_BP;
  readonly #ticks: TickColumns;
  readonly #clock: ManualClock;
  readonly #bus: Bus;
  readonly #builder = new CandleBuilder(60);
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
    return { state: this.state, ageMs: 0 };
  }
  status() {
    return { state: 'live' as const, staleSymbols: [], lastTickAgeMs: 0 };
  }
  payoutBp(_symbol: string, length: TradeLength, atMs: number) {
    return this.payoutAt(atMs, (secondsOf(length) ?? Number.NaN) / 60);
  }
  knownThroughMs() {
    return this.#latest?.timeMs ?? null;
  }
  async priceBefore(_source: PriceSource, _symbol: string, timeMs: number) {
    let found: PricePoint | null = null;
    for (let row = 0; row < this.#next && at(this.#ticks.timeMs, row) < timeMs; row += 1)
      found = { timeMs: at(this.#ticks.timeMs, row), price: at(this.#ticks.price, row) };
    return ok(found);
  }
  historyFloor() {
    return this.floor;
  }
  async history1m(_symbol: string, fromTime: number) {
    return columnsOf(this.#minutes.filter(({ time }) => time >= fromTime));
  }

  #take(timeMs: number, price: number, backfilled: boolean): void {
    const { source } = this;
    const candle = this.#builder.push(timeMs, price);
    this.#latest = { timeMs, price };
    if (candle !== null) {
      this.#minutes.push(candle);
      this.#bus.publish(CANDLE_CLOSED, { source, symbol: 'EURUSD', timeframe: '1m', candle, backfilled });
    }
    this.#bus.publish(TICK, { source, symbol: 'EURUSD', timeMs, price, backfilled });
  }
}

/** Returns a cluster of a single process that owns every shard and trades automatically for no user. */
function lonely(): Pick<PcrDeps, 'calls' | 'work' | 'cluster' | 'log'> {
  const log = createLogger('silent');
  return {
    calls: createInProcessCalls(log),
    work: { add: () => undefined },
    cluster: createSingleProcessCluster(log),
    log,
  };
}

/** Returns all dependencies of an engine on a test database; every user sees the given market. */
export const engineDeps = (db: Database, clock: Clock, bus: Bus, market: PcrMarket): PcrDeps => ({
  firstBroker: async () => null,
  db,
  bus,
  clock,
  ids: randomIds,
  markets: singleMarket(market),
  accounts: SAME_FOR_ALL,
  evidence: createEvidence({ db, clock }),
  ...lonely(),
});
