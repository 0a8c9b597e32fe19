import { CLOCK_GRACE_MS } from '@vigia/core/candles';
import type { CandleClosedMessage, TickMessage } from '../../market-data/index.ts';
import type { PcrDeps } from '../deps.ts';
import type { EventLog } from '../reporting/event-log.ts';
import type { StreamIndex } from './stream-index.ts';

const KEPT = 256;

/** Durations of the latest evaluations in milliseconds. */
class Latencies {
  readonly #last = new Float64Array(KEPT);
  #count = 0;

  add(elapsedMs: number): void {
    this.#last[this.#count % KEPT] = elapsedMs;
    this.#count += 1;
  }

  /** Returns the percentiles and the maximum; null before the first measurement. */
  summary(): { p50: number; p99: number; max: number } | null {
    const kept = Math.min(this.#count, KEPT);
    if (kept === 0) return null;
    const sorted = this.#last.subarray(0, kept).toSorted();
    const quantile = (share: number): number => sorted[Math.min(kept - 1, Math.floor(share * kept))] ?? 0;
    return { p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) };
  }
}

type IntakeDeps = Pick<PcrDeps, 'clock' | 'markets'> & { readonly streams: StreamIndex; readonly events: EventLog };

/** Passes market events to all streams of their asset. */
export class MarketDispatcher {
  /** Durations of the evaluations of closed candles. */
  readonly latencies = new Latencies();
  readonly #deps: IntakeDeps;
  #lastCandleAtMs: number | null = null;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
  }

  get lastCandleAtMs(): number | null {
    return this.#lastCandleAtMs;
  }

  onCandle({ source, symbol, timeframe, candle, backfilled }: CandleClosedMessage): void {
    const { clock, streams, events } = this.#deps;
    this.#lastCandleAtMs = clock.now();
    const stream = streams.find(source, symbol, timeframe);
    if (stream === undefined) return;
    const startedMs = clock.monotonicMs();
    stream.onCandle(candle, backfilled);
    this.latencies.add(clock.monotonicMs() - startedMs);
    if (events.isWatching) events.addCandle(stream, candle, backfilled);
  }

  onTick({ source, symbol, timeMs, price, backfilled }: TickMessage): void {
    for (const stream of this.#deps.streams.at(source, symbol)) stream.onTick(timeMs, price, backfilled);
  }

  /**
   * Advances the streams at most to the time that the market confirms. After a pause, the missed ticks therefore arrive
   * first and settle the signals.
   */
  advanceClock(): void {
    const { clock, markets, streams } = this.#deps;
    const nowMs = clock.now();
    for (const together of streams.streamsByAsset()) {
      const [first] = together;
      const knownMs = first === undefined ? null : markets.knownThroughMs(first.source, first.symbol);
      if (knownMs === null) continue;
      for (const stream of together) stream.advanceClock(Math.min(nowMs, knownMs + CLOCK_GRACE_MS));
    }
  }
}
