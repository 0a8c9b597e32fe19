import { type Candle, candleAt, candlesFromTicks, type TickColumns } from '@vigia/core/candles';
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
  MARKET_START_MS,
  payoutRatio,
  SIMULATED_ASSETS,
  simulatedAsset,
  TickCursor,
} from '@vigia/core/market-model';

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
/** Longest time span of one answer. It limits the work to about 2.4 million ticks. */
const SPAN_MAX_MS = 31 * 86_400_000;
const FIRST_MS = MARKET_START_MS + 2_000;

/** Number of listed assets, larger than the number of charts that a user can have. */
const LISTED = 32;

/** Returns a long list of assets: the given ones first, then all others that have prices. */
export function longList(first: readonly string[]): readonly string[] {
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
  readonly #assets = new Map<string, MarketAsset>();
  readonly #frozenFromMs = new Map<string, number>();
  #stutters = false;
  readonly #changes = new Set<(asset: MarketAsset) => void>();

  /**
   * @param assets symbols of the assets as Vigía names them, or specifications of assets that the model does not list;
   * `X-OTC` has separate prices that start at the base price of X
   */
  constructor(clock: Clock, seed: number, assets: readonly (string | AssetSpec)[]) {
    this.#clock = clock;
    this.#seed = seed;
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
    const { candles, forming } = candlesFromTicks(this.ticks(symbol, firstMs, endMs), sizeS);
    const closed = Array.from({ length: candles.length }, (_, row) => candleAt(candles, row));
    return forming ? [...closed, forming] : closed;
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
    this.#frozenFromMs.set(symbol, this.#clock.now());
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
      payoutRatio: payoutRatio(this.#seed, spec, 60, this.#clock.now()),
      minStakeMinor: minorUnits(100),
      maxStakeMinor: minorUnits(200_000),
    };
  }

  #cursor(symbol: string): TickCursor {
    const asset = this.#assets.get(symbol);
    invariant(asset !== undefined, `the simulated market lists ${symbol}`);
    return new TickCursor(this.#seed, asset.spec);
  }

  #priceOn(symbol: string, cursor: TickCursor): number {
    const frozenMs = this.#frozenFromMs.get(symbol);
    if (frozenMs === undefined || cursor.timeMs <= frozenMs) return cursor.price;
    return this.#cursor(symbol).seekBefore(frozenMs + 1).price;
  }
}

function specOf(symbol: string): AssetSpec {
  const base = simulatedAsset(symbol.replace(/-OTC$/, ''));
  invariant(base !== undefined, `the market model has ${symbol}`);
  return { ...base, symbol };
}
