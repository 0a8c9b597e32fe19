import {
  type Candle,
  candleAt,
  candlesFromTicks,
  columnsOf,
  type ResampledCandles,
  resample,
  type TickColumns,
} from '@vigia/core/candles';
import {
  type Cancel,
  type Clock,
  durationMs,
  invariant,
  type MinorUnits,
  minorUnits,
  type Ratio,
  ratio,
} from '@vigia/core/kernel';
import {
  type AssetSpec,
  demoMarket,
  MARKET_START_MS,
  payoutRatio,
  SIMULATED_ASSETS,
  type SimulatedPrices,
  simulatedAsset,
  TickCursor,
} from '@vigia/core/market-model';
import { HOUR_MS, minutesOfPastHour } from './past-minutes.ts';

/** Specification from which the model generates the prices of an asset. */
export type MarketSpec = AssetSpec;

/** One asset of a simulated broker, with Vigía's symbol. The simulator translates the symbol to that of its broker. */
export type MarketAsset = {
  readonly spec: AssetSpec;
  readonly symbol: string;
  isOpen: boolean;
  payoutRatio: Ratio;
  readonly minStakeMinor: MinorUnits;
  readonly maxStakeMinor: MinorUnits;
};

export type MarketTick = { readonly timeMs: number; readonly price: number };

const POLL_MS = 100;
const MINUTE_S = 60;
/** Longest time span of one response. It limits the work to about 2.4 million ticks. */
const SPAN_MAX_MS = 31 * 86_400_000;
const FIRST_MS = MARKET_START_MS + 2_000;

/** Number of listed assets, larger than the number of charts that a user can have. */
const LISTED = 32;

/** Returns a long list of assets: the given ones first, then all others that have prices. */
export function longAssetList(first: readonly string[]): readonly string[] {
  const symbols = SIMULATED_ASSETS.map(({ symbol }) => symbol);
  return [...new Set([...first, ...symbols, ...symbols.map((symbol) => `${symbol}-OTC`)])].slice(0, LISTED);
}

/**
 * Simulated prices around the clock, from the model of `packages/core`: a pure function of seed, symbol and time. Tests
 * can close assets, change payouts and freeze prices; `onChange` reports closing and payout.
 */
export class SimulatedMarket {
  readonly #clock: Clock;
  readonly #seed: number;
  readonly #prices: SimulatedPrices;
  readonly #assets = new Map<string, MarketAsset>();
  readonly #frozen = new Map<string, MarketTick>();
  #stutters = false;
  readonly #changes = new Set<(asset: MarketAsset) => void>();

  /**
   * @param assets symbols of the assets as Vigía names them, or specifications of assets that the model does not list;
   * `X-OTC` has separate prices that start at the base price of X
   */
  constructor(clock: Clock, seed: number, assets: readonly (string | AssetSpec)[]) {
    this.#clock = clock;
    this.#seed = seed;
    this.#prices = demoMarket(seed);
    for (const asset of assets.map((one) => this.#asset(one))) this.#assets.set(asset.symbol, asset);
  }

  assets(): readonly Readonly<MarketAsset>[] {
    return [...this.#assets.values()];
  }

  asset(symbol: string): Readonly<MarketAsset> | undefined {
    return this.#assets.get(symbol);
  }

  /** Returns the last tick with time ≤ `timeMs`. */
  lastTick(symbol: string, timeMs: number): MarketTick {
    const cursor = this.#cursor(symbol).seekBefore(timeMs + 1);
    return { timeMs: cursor.timeMs, price: this.#priceOn(symbol, cursor) };
  }

  /** Returns the first tick with time ≥ `timeMs`, which may lie in the future. */
  nextTick(symbol: string, timeMs: number): MarketTick {
    const cursor = this.#cursor(symbol).seekFrom(timeMs);
    return { timeMs: cursor.timeMs, price: this.#priceOn(symbol, cursor) };
  }

  /**
   * Returns the ticks with fromMs ≤ time < toMs, except future ones. A span longer than {@link SPAN_MAX_MS} is
   * shortened to its end, because clients may request any time.
   */
  ticks(symbol: string, fromMs: number, toMs: number): TickColumns {
    const timeMs: number[] = [];
    const price: number[] = [];
    const endMs = Math.min(toMs, this.#clock.now() + 1);
    const startMs = Math.max(fromMs, endMs - SPAN_MAX_MS, FIRST_MS);
    if (startMs < endMs) {
      for (const cursor = this.#cursor(symbol).seekFrom(startMs); cursor.timeMs < endMs; cursor.next()) {
        timeMs.push(cursor.timeMs);
        price.push(this.#priceOn(symbol, cursor));
      }
    }
    return { length: timeMs.length, timeMs: Float64Array.from(timeMs), price: Float64Array.from(price) };
  }

  /**
   * Returns the candles of `sizeS` seconds that begin in fromMs ≤ time < toMs, ascending. The last candle may not be
   * closed yet.
   */
  candles(symbol: string, sizeS: number, fromMs: number, toMs: number): readonly Candle[] {
    const sizeMs = sizeS * 1000;
    const firstMs = Math.ceil(fromMs / sizeMs) * sizeMs;
    const endMs = Math.ceil(toMs / sizeMs) * sizeMs;
    const isLong = Math.min(endMs, this.#clock.now() + 1) - firstMs > SPAN_MAX_MS;
    if (sizeS % MINUTE_S !== 0 || isLong || this.#frozen.has(symbol))
      return all(candlesFromTicks(this.ticks(symbol, firstMs, endMs), sizeS));
    const minutes = this.#minutes(symbol, firstMs, endMs);
    return sizeS === MINUTE_S ? minutes : all(resample(columnsOf(minutes), sizeS, MINUTE_S));
  }

  /** Returns the 1-minute candles that begin in fromMs ≤ time < toMs, the hours that are over from what is kept. */
  #minutes(symbol: string, fromMs: number, toMs: number): readonly Candle[] {
    const pastMs = hourOf(Math.min(toMs, this.#clock.now() + 1));
    const minutes: Candle[] = [];
    for (let hourMs = hourOf(Math.max(fromMs, FIRST_MS)); hourMs < pastMs; hourMs += HOUR_MS) {
      for (const candle of this.#minutesOfPastHour(symbol, hourMs))
        if (candle.time * 1_000 >= fromMs) minutes.push(candle);
    }
    const latest = this.ticks(symbol, Math.max(fromMs, pastMs), toMs);
    return [...minutes, ...all(candlesFromTicks(latest, MINUTE_S))];
  }

  #minutesOfPastHour(symbol: string, hourMs: number): readonly Candle[] {
    const market = `${this.#seed} ${JSON.stringify(this.#assets.get(symbol)?.spec)}`;
    const compute = () => all(candlesFromTicks(this.ticks(symbol, hourMs, hourMs + HOUR_MS), MINUTE_S));
    return minutesOfPastHour(market, hourMs, compute);
  }

  /** Calls `onTick` for every tick from now until the returned function is called. */
  stream(symbol: string, onTick: (tick: MarketTick) => void): Cancel {
    const cursor = this.#cursor(symbol).seekFrom(this.#clock.now() + 1);
    let before: MarketTick | null = null;
    return this.#clock.every(durationMs(POLL_MS), () => {
      for (; cursor.timeMs <= this.#clock.now(); cursor.next()) {
        const tick = { timeMs: cursor.timeMs, price: this.#priceOn(symbol, cursor) };
        onTick(tick);
        if (this.#stutters) onTick(tick);
        if (this.#stutters && before) onTick(before);
        before = tick;
      }
    });
  }

  /** From now on, every stream sends each tick twice and then the previous tick again. */
  stutter(): void {
    this.#stutters = true;
  }

  /** Opens or closes an asset. */
  setOpen(symbol: string, isOpen: boolean): void {
    this.#change(symbol, (asset) => {
      asset.isOpen = isOpen;
    });
  }

  /**
   * Sets the payout of an asset.
   * @param payout whole per cents, as a fraction
   */
  setPayout(symbol: string, payout: number): void {
    this.#change(symbol, (asset) => {
      asset.payoutRatio = ratio(payout);
    });
  }

  /** Freezes the price of a symbol from now on. Contracts bought afterwards end in a tie. */
  freeze(symbol: string): void {
    const timeMs = this.#clock.now();
    this.#frozen.set(symbol, { timeMs, price: this.lastTick(symbol, timeMs).price });
  }

  /** Calls the handler when an asset opens, closes or changes its payout. */
  onChange(handler: (asset: Readonly<MarketAsset>) => void): Cancel {
    this.#changes.add(handler);
    return () => void this.#changes.delete(handler);
  }

  #change(symbol: string, edit: (asset: MarketAsset) => void): void {
    const asset = this.#assets.get(symbol);
    invariant(asset !== undefined, `the simulated market lists ${symbol}`);
    edit(asset);
    for (const handler of this.#changes) handler(asset);
  }

  #asset(asset: string | AssetSpec): MarketAsset {
    const spec = typeof asset === 'string' ? specOf(asset) : asset;
    return {
      spec,
      symbol: spec.symbol,
      isOpen: true,
      payoutRatio: payoutRatio(this.#prices.facts.key, spec, 60, this.#clock.now()),
      minStakeMinor: minorUnits(100),
      maxStakeMinor: minorUnits(200_000),
    };
  }

  #cursor(symbol: string): TickCursor {
    const asset = this.#assets.get(symbol);
    invariant(asset !== undefined, `the simulated market lists ${symbol}`);
    return new TickCursor(this.#prices, asset.spec);
  }

  #priceOn(symbol: string, cursor: TickCursor): number {
    const frozen = this.#frozen.get(symbol);
    return frozen === undefined || cursor.timeMs <= frozen.timeMs ? cursor.price : frozen.price;
  }
}

const hourOf = (timeMs: number): number => Math.floor(timeMs / HOUR_MS) * HOUR_MS;

/** Returns the closed candles, and then the forming one. */
function all({ candles, forming }: ResampledCandles): readonly Candle[] {
  const closed = Array.from({ length: candles.length }, (_, row) => candleAt(candles, row));
  return forming ? [...closed, forming] : closed;
}

function specOf(symbol: string): AssetSpec {
  const base = simulatedAsset(symbol.replace(/-OTC$/, ''));
  invariant(base !== undefined, `the market model has ${symbol}`);
  return symbol === base.symbol ? base : { ...base, symbol, legs: null };
}
