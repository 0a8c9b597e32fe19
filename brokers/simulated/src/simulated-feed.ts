import type { HistoryFault, PriceFeed, PriceListener } from '@vigia/broker-kit/port';
import type { CandleColumns, TickColumns } from '@vigia/core/candles';
import { type Cancel, type Clock, type EpochMs, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import {
  type AssetSpec,
  payoutRatio,
  SIMULATED_ASSETS,
  type SimulatedPrices,
  TickCursor,
} from '@vigia/core/market-model';
import { minuteCandlesBetween, ticksBetween } from './history.ts';
import { Playback } from './playback.ts';
import type { TickWalker } from './tick-walker.ts';

/**
 * The price feed of the simulated market, which is open around the clock. The feed stores nothing. It computes ticks
 * from key, symbol and time, so that after a restart it resumes exactly where the last run ended.
 */
export class SimulatedFeed implements PriceFeed {
  readonly source = 'simulated';
  readonly knowsPauses = true;
  readonly #clock: Clock;
  readonly #market: SimulatedPrices;
  readonly #assets: ReadonlyMap<string, AssetSpec>;
  readonly #walk: (market: SimulatedPrices, asset: AssetSpec) => TickWalker;
  #playback: Playback | null = null;

  /**
   * @param assets a selection for tests; by default every simulated asset
   * @param walk replaces the source of an asset's ticks, for load tests with more ticks than the model has
   */
  constructor(
    clock: Clock,
    market: SimulatedPrices,
    assets: readonly AssetSpec[] = SIMULATED_ASSETS,
    walk = (ofMarket: SimulatedPrices, asset: AssetSpec): TickWalker => new TickCursor(ofMarket, asset),
  ) {
    this.#clock = clock;
    this.#market = market;
    this.#assets = new Map(assets.map((asset) => [asset.symbol, asset]));
    this.#walk = walk;
  }

  assets(): readonly AssetSpec[] {
    return [...this.#assets.values()];
  }

  isMarketOpen(symbol: string): boolean {
    return this.#assets.has(symbol);
  }

  payoutRatio(symbol: string, durationS: number, timeMs: EpochMs): Ratio | null {
    const asset = this.#assets.get(symbol);
    return asset ? payoutRatio(this.#market.facts.key, asset, durationS, timeMs) : null;
  }

  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel {
    const nowMs = this.#clock.now();
    let playedMs: number = nowMs;
    const tracks = this.assets().map((asset) => {
      const afterMs = Math.max(resumeAfterMs.get(asset.symbol) ?? nowMs, this.#market.firstMs - 1);
      playedMs = Math.min(playedMs, afterMs);
      return { symbol: asset.symbol, walker: this.#cursor(asset).seekFrom(afterMs + 1) };
    });
    const playback = new Playback(this.#clock, { tracks, playedMs, speed: 1, marketMs: nowMs }, listener);
    this.#playback = playback;
    return () => playback.stop();
  }

  completeThroughMs(): number | null {
    return this.#playback?.playedMs ?? null;
  }

  async historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>> {
    const asset = this.#assets.get(symbol);
    if (!asset) return err('unknown_symbol');
    const endMs = Math.min(toMs, this.#clock.now() + 1);
    return ok(ticksBetween(this.#cursor(asset), Math.max(fromMs, this.#market.firstMs), endMs));
  }

  async historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>> {
    const asset = this.#assets.get(symbol);
    if (!asset) return err('unknown_symbol');
    return ok(
      minuteCandlesBetween(this.#cursor(asset), Math.max(fromMs, this.#market.firstMs), toMs, this.#clock.now()),
    );
  }

  #cursor(asset: AssetSpec): TickWalker {
    return this.#walk(this.#market, asset);
  }
}
