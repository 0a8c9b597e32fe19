import type { HistoryFault, PriceFeed, PriceListener } from '@vigia/broker-kit/port';
import type { CandleColumns, TickColumns } from '@vigia/core/candles';
import { type Cancel, type Clock, type EpochMs, err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { type AssetSpec, MARKET_START_MS, payoutRatio, SIMULATED_ASSETS, TickCursor } from '@vigia/core/market-model';
import { minuteCandlesBetween, ticksBetween } from './history.ts';
import { Playback } from './playback.ts';
import type { TickWalker } from './tick-walker.ts';

/** Earliest start of the history. Before this time the model has no ticks. */
const FIRST_MS = MARKET_START_MS + 2_000;

/**
 * The price feed of the simulated market, which is open around the clock. The feed stores nothing. It computes ticks
 * from seed, symbol and time, so that after a restart it resumes exactly where the last run ended.
 */
export class SimulatedFeed implements PriceFeed {
  readonly source = 'simulated';
  readonly #clock: Clock;
  readonly #seed: number;
  readonly #assets: ReadonlyMap<string, AssetSpec>;
  readonly #walk: (seed: number, asset: AssetSpec) => TickWalker;
  #playback: Playback | null = null;

  /**
   * @param assets a selection for tests; by default every simulated asset
   * @param walk replaces the source of an asset's ticks, for load tests with more ticks than the model has
   */
  constructor(
    clock: Clock,
    seed: number,
    assets: readonly AssetSpec[] = SIMULATED_ASSETS,
    walk = (ofSeed: number, asset: AssetSpec): TickWalker => new TickCursor(ofSeed, asset),
  ) {
    this.#clock = clock;
    this.#seed = seed;
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
    return asset ? payoutRatio(this.#seed, asset, durationS, timeMs) : null;
  }

  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel {
    const nowMs = this.#clock.now();
    let playedMs: number = nowMs;
    const tracks = this.assets().map((asset) => {
      const afterMs = resumeAfterMs.get(asset.symbol) ?? nowMs;
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
    return ok(ticksBetween(this.#cursor(asset), Math.max(fromMs, FIRST_MS), endMs));
  }

  async historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>> {
    const asset = this.#assets.get(symbol);
    if (!asset) return err('unknown_symbol');
    return ok(minuteCandlesBetween(this.#cursor(asset), Math.max(fromMs, FIRST_MS), toMs, this.#clock.now()));
  }

  #cursor(asset: AssetSpec): TickWalker {
    return this.#walk(this.#seed, asset);
  }
}
