import type { FeedAsset, HistoryFault, PriceFeed, PriceListener } from '@vigia/broker-kit/port';
import { at, type CandleColumns, type TickColumns } from '@vigia/core/candles';
import { type Cancel, type Clock, err, invariant, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { minuteCandlesBetween, ticksBetween } from './history.ts';
import { Playback } from './playback.ts';
import { ColumnWalker } from './tick-walker.ts';

const MINUTE_MS = 60_000;

/** Recorded ticks of one asset, ascending, at least one. Candles become ticks by {@link ticksOfCandles}. */
export type Recording = { readonly asset: FeedAsset; readonly ticks: TickColumns };

export type ReplayOptions = {
  readonly recordings: readonly Recording[];
  /** Recorded milliseconds a clock millisecond, above zero. */
  readonly speed: number;
  /** `now`: the recordings' first tick happens when the feed starts. `recorded`: ticks keep their own times. */
  readonly begin: 'now' | 'recorded';
  /** What a won trade pays, whatever its asset and length. */
  readonly payoutRatio: Ratio;
};

/**
 * Plays recordings on the clock. Ticks carry the recording's time (moved to begin now, if asked for); at a speed other
 * than 1 that time runs faster or slower than the clock's. History is what has been played, never what is to come.
 */
export class ReplayFeed implements PriceFeed {
  readonly source = 'replay';
  readonly #clock: Clock;
  readonly #options: ReplayOptions;
  readonly #bySymbol: ReadonlyMap<string, Recording>;
  readonly #firstMs: number;
  #shiftMs = 0;
  #playback: Playback | null = null;

  /** @throws Error without recordings, with an empty one, or at a speed not above zero */
  constructor(clock: Clock, options: ReplayOptions) {
    invariant(options.recordings.length > 0 && options.speed > 0, 'a replay has recordings and a speed above zero');
    invariant(
      options.recordings.every(({ ticks }) => ticks.length > 0),
      'every recording has a tick',
    );
    this.#clock = clock;
    this.#options = options;
    this.#bySymbol = new Map(options.recordings.map((recording) => [recording.asset.symbol, recording]));
    this.#firstMs = Math.min(...options.recordings.map(({ ticks }) => at(ticks.timeMs, 0)));
  }

  assets(): readonly FeedAsset[] {
    return this.#options.recordings.map(({ asset }) => asset);
  }

  isMarketOpen(symbol: string): boolean {
    return this.#bySymbol.has(symbol);
  }

  payoutRatio(symbol: string): Ratio | null {
    return this.#bySymbol.has(symbol) ? this.#options.payoutRatio : null;
  }

  /** A recording stands still while nobody listens: at its own times it goes on after the last tick handed out. */
  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel {
    const isMoved = this.#options.begin === 'now';
    const resume = isMoved ? new Map<string, number>() : resumeAfterMs;
    this.#shiftMs = isMoved ? this.#clock.now() - this.#firstMs : 0;
    const marketMs = Math.max(this.#firstMs + this.#shiftMs, ...resume.values());
    const tracks = this.#options.recordings.map(({ asset, ticks }) => ({
      symbol: asset.symbol,
      walker: new ColumnWalker(ticks, this.#shiftMs).seekFrom((resume.get(asset.symbol) ?? -Infinity) + 1),
    }));
    const playback = new Playback(
      this.#clock,
      { tracks, playedMs: marketMs - 1, marketMs, speed: this.#options.speed },
      listener,
    );
    this.#playback = playback;
    return () => playback.stop();
  }

  async historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>> {
    const walker = this.#walker(symbol);
    return walker ? ok(ticksBetween(walker, fromMs, Math.min(toMs, this.#playedMs() + 1))) : err('unknown_symbol');
  }

  async historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>> {
    const walker = this.#walker(symbol);
    return walker
      ? ok(minuteCandlesBetween(walker, this.#notBeforeFirst(fromMs), toMs, this.#playedMs()))
      : err('unknown_symbol');
  }

  #walker(symbol: string): ColumnWalker | null {
    const recording = this.#bySymbol.get(symbol);
    return recording ? new ColumnWalker(recording.ticks, this.#shiftMs) : null;
  }

  #notBeforeFirst(timeMs: number): number {
    return Math.max(timeMs, this.#firstMs + this.#shiftMs - MINUTE_MS);
  }

  #playedMs(): number {
    return this.#playback?.playedMs ?? -Infinity;
  }
}
