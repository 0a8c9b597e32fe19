import { type EpochMs, epochMs, type Price, price } from '#kernel/index.ts';
import { type AssetSpec, crossOf } from './assets.ts';
import { CrossPath } from './cross-path.ts';
import type { SimulatedPrices } from './market.ts';
import { SymbolPath, type TickPath } from './symbol-path.ts';

/** One quote of one asset. */
export type MarketTick = { readonly timeMs: EpochMs; readonly price: Price };

/**
 * Returns the last tick with time < `timeMs`, whose price settles a trade that expires at `timeMs`. It computes a whole
 * day; a {@link TickCursor} is faster for many ticks.
 * @throws RangeError outside the market's years
 */
export const lastTickBefore = (market: SimulatedPrices, asset: AssetSpec, timeMs: number): MarketTick =>
  new TickCursor(market, asset).seekBefore(timeMs).tick();

/**
 * A cursor over the ticks of one asset, a pure function of market, asset and time. After a seek, `timeMs` and `price`
 * belong to the current tick. A step to the next tick is fast and allocates nothing.
 *
 * Prices come from Math.exp, Math.log and Math.sqrt, whose last bit may differ between engines. Rounding to the tick
 * size removes the difference unless a price is within 1e-12 of the middle between two ticks.
 */
export class TickCursor {
  /** Time of the current tick, epoch milliseconds. */
  timeMs = 0;
  /** Price of the current tick, a whole multiple of the asset's tick size and above zero. */
  price = 0;
  readonly #path: TickPath;
  readonly #originTicks: number;
  readonly #originMove: number;
  readonly #ticksPerUnit: number;

  /** Creates a cursor without a current tick; the first seek sets one. */
  constructor(market: SimulatedPrices, asset: AssetSpec) {
    const { origin } = market.facts;
    const originPrice = origin?.prices[asset.symbol];
    this.#path = pathOf(market, asset);
    this.#ticksPerUnit = 10 ** asset.decimals;
    this.#originTicks = (originPrice ?? exactBasePrice(asset)) * this.#ticksPerUnit;
    if (origin === null || originPrice === undefined) this.#originMove = 0;
    else {
      this.#path.seekBefore(origin.timeMs);
      this.#originMove = this.#path.move;
    }
  }

  /** Moves to the next tick. */
  next(): void {
    this.#path.next();
    this.#read();
  }

  /**
   * Moves to the last tick with time < `timeMs`.
   * @throws RangeError outside the market's years
   */
  seekBefore(timeMs: number): this {
    this.#path.seekBefore(timeMs);
    this.#read();
    return this;
  }

  /**
   * Moves to the first tick with time ≥ `timeMs`.
   * @throws RangeError outside the market's years
   */
  seekFrom(timeMs: number): this {
    this.seekBefore(timeMs).next();
    return this;
  }

  /** Returns a copy of the current tick. */
  tick(): MarketTick {
    return { timeMs: epochMs(this.timeMs), price: price(this.price) };
  }

  #read(): void {
    const ticks = Math.round(this.#originTicks * Math.exp(this.#path.move - this.#originMove));
    this.timeMs = this.#path.timeMs;
    this.price = Math.max(1, ticks) / this.#ticksPerUnit;
  }
}

function pathOf(market: SimulatedPrices, asset: AssetSpec): TickPath {
  const cross = crossOf(asset);
  if (cross === null) return new SymbolPath(market, asset);
  return new CrossPath(new SymbolPath(market, cross.first), new SymbolPath(market, cross.second), cross.sign);
}

/** Returns the base price; for a cross rate that of its legs, which is not rounded. */
function exactBasePrice(asset: AssetSpec): number {
  const cross = crossOf(asset);
  return cross === null ? asset.basePrice : cross.first.basePrice * cross.second.basePrice ** cross.sign;
}
