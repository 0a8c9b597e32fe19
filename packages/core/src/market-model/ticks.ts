import { type EpochMs, epochMs, type Price, price } from '#kernel/index.ts';
import type { AssetSpec } from './assets.ts';
import { BrownianPath, PATH_SLOTS } from './brownian-path.ts';
import { hashAt, streamKey } from './hash.ts';

/** Start of slot 0 of the simulated market: 2020-01-01T00:00Z. The last slot ends in mid 2057. */
export const MARKET_START_MS = 1_577_836_800_000;
/** Length of a slot. Every slot contains exactly one tick. */
export const SLOT_MS = 1_100;
/** Largest offset of a tick in its slot. It keeps two ticks 200 to 2,000 ms apart. */
const JITTER_MAX_MS = 900;
/** End of the market, exclusive. */
export const MARKET_END_MS = MARKET_START_MS + PATH_SLOTS * SLOT_MS;

/** The slot of 2026-01-01T00:00Z, in which every asset has its base price. */
const REFERENCE_SLOT = slotOf(1_767_225_600_000);

/** One quote of one asset. */
export type MarketTick = { readonly timeMs: EpochMs; readonly price: Price };

/** Returns the index of the slot that contains a time. The tick of this slot may be before or after that time. */
export function slotOf(timeMs: number): number {
  return Math.floor((timeMs - MARKET_START_MS) / SLOT_MS);
}

/**
 * Returns the tick of one slot, a pure function of its arguments, in about 5 µs. A {@link TickCursor} is faster for
 * many ticks.
 * @throws RangeError outside the market's 37 years
 */
export const tickAt = (seed: number, asset: AssetSpec, slot: number): MarketTick =>
  new TickCursor(seed, asset).seek(slot).tick();

/**
 * Returns the last tick with time < `timeMs`, whose price settles a trade that expires at `timeMs`.
 * @throws RangeError outside the market's 37 years
 */
export const lastTickBefore = (seed: number, asset: AssetSpec, timeMs: number): MarketTick =>
  new TickCursor(seed, asset).seekBefore(timeMs).tick();

/**
 * A cursor over the ticks of one asset. After `next()` or a seek, `slot`, `timeMs` and `price` belong to the current
 * tick. A step to the next tick is fast and allocates nothing.
 *
 * Prices come from Math.exp, Math.log and Math.sqrt, whose last bit may differ between engines. Rounding to the tick
 * size removes the difference unless a price is within 1e-15 of the middle between two ticks.
 */
export class TickCursor {
  slot = 0;
  /** Time of the current tick, epoch milliseconds. */
  timeMs = 0;
  /** Price of the current tick, a whole multiple of the asset's tick size and above zero. */
  price = 0;
  readonly #path: BrownianPath;
  readonly #jitterKey: number;
  readonly #basePrice: number;
  readonly #volatility: number;
  readonly #ticksPerUnit: number;
  readonly #origin: number;

  /** Creates a cursor without a current tick; the first seek sets one. */
  constructor(seed: number, asset: AssetSpec) {
    this.#path = new BrownianPath(seed, asset.symbol, asset.hourProfile, SLOT_MS);
    this.#jitterKey = streamKey(seed, asset.symbol, 'jitter');
    this.#basePrice = asset.basePrice;
    this.#volatility = asset.annualVolatilityRatio;
    this.#ticksPerUnit = 10 ** asset.decimals;
    this.#origin = this.#path.at(REFERENCE_SLOT);
  }

  /** Moves to the next tick. */
  next(): void {
    this.seek(this.slot + 1);
  }

  /**
   * Moves to the tick of a slot.
   * @throws RangeError outside the market's 37 years
   */
  seek(slot: number): this {
    const logReturn = this.#volatility * (this.#path.at(slot) - this.#origin);
    const ticks = Math.round(this.#basePrice * Math.exp(logReturn) * this.#ticksPerUnit);
    this.slot = slot;
    this.timeMs = this.#timeOf(slot);
    this.price = Math.max(1, ticks) / this.#ticksPerUnit;
    return this;
  }

  /** Moves to the last tick with time < `timeMs`. */
  seekBefore(timeMs: number): this {
    const slot = slotOf(timeMs);
    return this.seek(this.#timeOf(slot) < timeMs ? slot : slot - 1);
  }

  /** Moves to the first tick with time ≥ `timeMs`. */
  seekFrom(timeMs: number): this {
    this.seekBefore(timeMs).next();
    return this;
  }

  /** Returns a copy of the current tick. */
  tick(): MarketTick {
    return { timeMs: epochMs(this.timeMs), price: price(this.price) };
  }

  #timeOf(slot: number): number {
    const jitterMs = Math.floor((hashAt(this.#jitterKey, slot) >>> 0) * ((JITTER_MAX_MS + 1) / 4_294_967_296));
    return MARKET_START_MS + slot * SLOT_MS + jitterMs;
  }
}
