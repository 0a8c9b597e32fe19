import { SimulatedFeed, type TickWalker } from '@vigia/broker-simulated';
import { type Clock, epochMs } from '@vigia/core/kernel';
import {
  type AssetSpec,
  lastTickBefore,
  type MarketTick,
  SIMULATED_ASSETS,
  type SimulatedPrices,
  TickCursor,
} from '@vigia/core/market-model';

/** Maximum time between two ticks of an asset in milliseconds. */
const ECHO_MS = 200;
const MINUTE_MS = 60_000;

/**
 * Produces more ticks with the same candles: repeats each price of the simulated market every 200 ms, until the next
 * price or the end of the minute.
 */
class DenseWalker implements TickWalker {
  timeMs = 0;
  price = 0;
  readonly #cursor: TickCursor;

  constructor(market: SimulatedPrices, asset: AssetSpec) {
    this.#cursor = new TickCursor(market, asset);
  }

  /** Moves to the next tick. The inner cursor already points to the next tick of the underlying market. */
  next(): void {
    const echoMs = this.timeMs + ECHO_MS;
    const isEcho = echoMs < this.#cursor.timeMs && minuteOf(echoMs) === minuteOf(this.timeMs);
    if (isEcho) this.timeMs = echoMs;
    else this.#takeOwn();
  }

  seekFrom(timeMs: number): this {
    this.#cursor.seekBefore(timeMs);
    this.#takeOwn();
    while (this.timeMs < timeMs) this.next();
    return this;
  }

  #takeOwn(): void {
    this.timeMs = this.#cursor.timeMs;
    this.price = this.#cursor.price;
    this.#cursor.next();
  }
}

/**
 * Creates a simulated market with the usual prices and candles, but with five ticks per second and asset. The usual
 * market sends about one tick per second.
 */
export const denseFeed = (clock: Clock, market: SimulatedPrices): SimulatedFeed =>
  new SimulatedFeed(clock, market, SIMULATED_ASSETS, (ofMarket, asset) => new DenseWalker(ofMarket, asset));

/**
 * Computes the last tick of the dense market before a time directly from the model, so that tests can check the stream
 * with it.
 */
export function lastDenseTick(market: SimulatedPrices, asset: AssetSpec, timeMs: number): MarketTick {
  const own = lastTickBefore(market, asset, timeMs);
  const minuteEndMs = (minuteOf(own.timeMs) + 1) * MINUTE_MS;
  const echoes = Math.floor((Math.min(timeMs, minuteEndMs) - 1 - own.timeMs) / ECHO_MS);
  return { timeMs: epochMs(own.timeMs + echoes * ECHO_MS), price: own.price };
}

const minuteOf = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS);
