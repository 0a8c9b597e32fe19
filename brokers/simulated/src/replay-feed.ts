import type { FeedAsset, HistoryFault, PriceFeed, PriceListener, SourceTime } from '@vigia/broker-kit/port';
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
  /** Recorded milliseconds per clock millisecond, above zero. */
  readonly speed: number;
  /**
   * Time of the first recorded tick (UTC epoch milliseconds). A later feed with the same value gives every tick the
   * same time. `recorded`: ticks keep their recorded times.
   */
  readonly begin: number | 'recorded';
  /** Payout of a won trade, the same for every asset and duration. */
  readonly payoutRatio: Ratio;
};

/**
 * Plays recordings as a live feed. Ticks have their recorded times, which are all shifted if a start time is given. At
 * a speed other than 1, market time runs faster or slower than the clock. The history contains only past ticks.
 */
export class ReplayFeed implements PriceFeed {
  readonly source = 'replay';
  readonly #clock: Clock;
  readonly #options: ReplayOptions;
  readonly #bySymbol: ReadonlyMap<string, Recording>;
  readonly #shiftMs: number;
  readonly ownTime: SourceTime;
  #playback: Playback | null = null;
  /**
   * A pair of equal moments in market time and clock time. If the recording keeps its recorded times, it is null until
   * the start.
   */
  #since: { readonly marketMs: number; readonly clockMs: number } | null;

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
    const firstMs = Math.min(...options.recordings.map(({ ticks }) => at(ticks.timeMs, 0)));
    const startsAtMs = options.begin === 'recorded' ? firstMs : options.begin;
    this.#shiftMs = startsAtMs - firstMs;
    this.#since = options.begin === 'recorded' ? null : { marketMs: startsAtMs, clockMs: startsAtMs };
    this.ownTime = { startsAtMs, nowMs: () => this.#marketMs() };
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

  /**
   * Starts to publish ticks. Without a start time, a recording resumes after the last published tick. With a start
   * time, it continues as if it had run during the pause.
   */
  start(listener: PriceListener, resumeAfterMs: ReadonlyMap<string, number>): Cancel {
    const { startsAtMs } = this.ownTime;
    this.#since ??= { marketMs: Math.max(startsAtMs, ...resumeAfterMs.values()), clockMs: this.#clock.now() };
    const marketMs = this.#marketMs();
    let playedMs = marketMs - 1;
    const tracks = this.#options.recordings.map(({ asset, ticks }) => {
      const afterMs = resumeAfterMs.get(asset.symbol) ?? marketMs - 1;
      playedMs = Math.min(playedMs, Math.max(startsAtMs - 1, afterMs));
      return { symbol: asset.symbol, walker: new ColumnWalker(ticks, this.#shiftMs).seekFrom(afterMs + 1) };
    });
    const initial = { tracks, playedMs, marketMs, speed: this.#options.speed };
    const playback = new Playback(this.#clock, initial, listener);
    this.#playback = playback;
    return () => playback.stop();
  }

  completeThroughMs(): number | null {
    return this.#playback?.playedMs ?? null;
  }

  /** Whether the time of the last recorded tick has passed. */
  get isOver(): boolean {
    return this.#options.recordings.every(
      ({ ticks }) => at(ticks.timeMs, ticks.length - 1) + this.#shiftMs <= this.#marketMs(),
    );
  }

  async historyTicks(symbol: string, fromMs: number, toMs: number): Promise<Result<TickColumns, HistoryFault>> {
    const walker = this.#walker(symbol);
    return walker ? ok(ticksBetween(walker, fromMs, Math.min(toMs, this.#marketMs() + 1))) : err('unknown_symbol');
  }

  async historyCandles(symbol: string, fromMs: number, toMs: number): Promise<Result<CandleColumns, HistoryFault>> {
    const walker = this.#walker(symbol);
    return walker
      ? ok(minuteCandlesBetween(walker, this.#notBeforeFirst(fromMs), toMs, this.#marketMs()))
      : err('unknown_symbol');
  }

  #walker(symbol: string): ColumnWalker | null {
    const recording = this.#bySymbol.get(symbol);
    return recording ? new ColumnWalker(recording.ticks, this.#shiftMs) : null;
  }

  #notBeforeFirst(timeMs: number): number {
    return Math.max(timeMs, this.ownTime.startsAtMs - MINUTE_MS);
  }

  #marketMs(): number {
    if (this.#since === null) return -Infinity;
    return this.#since.marketMs + (this.#clock.now() - this.#since.clockMs) * this.#options.speed;
  }
}
