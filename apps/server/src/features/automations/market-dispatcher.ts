import { type Candle, CLOCK_GRACE_MS } from '@vigia/core/candles';
import type { Clock } from '@vigia/core/kernel';
import type { CandleClosedMessage, MarketsOf, TickMessage } from '../market-data/index.ts';
import type { AutomationRun, EvaluationGroup } from './automation.ts';
import type { AutomationStream } from './automation-stream.ts';
import type { AutomationMarket } from './deps.ts';
import { EvaluationLatencies } from './latencies.ts';
import type { StreamIndex } from './stream-index.ts';

type DispatcherDeps<Run extends AutomationRun<Group>, Group extends EvaluationGroup<Run>> = {
  readonly clock: Clock;
  readonly markets: MarketsOf<AutomationMarket>;
  readonly streams: StreamIndex<Run, Group>;
  /** Receives each candle after its evaluation. */
  readonly onCandle?: (stream: AutomationStream<Run, Group>, candle: Candle, isBackfilled: boolean) => void;
};

/** Passes market events to all streams of their asset. */
export class MarketDispatcher<Run extends AutomationRun<Group>, Group extends EvaluationGroup<Run>> {
  /** Durations of the evaluations of closed candles. */
  readonly latencies = new EvaluationLatencies();
  readonly #deps: DispatcherDeps<Run, Group>;
  #lastCandleAtMs: number | null = null;

  constructor(deps: DispatcherDeps<Run, Group>) {
    this.#deps = deps;
  }

  get lastCandleAtMs(): number | null {
    return this.#lastCandleAtMs;
  }

  onCandle({ source, symbol, timeframe, candle, backfilled }: CandleClosedMessage): void {
    const { clock, streams, onCandle } = this.#deps;
    this.#lastCandleAtMs = clock.now();
    const stream = streams.find(source, symbol, timeframe);
    if (stream === undefined) return;
    const startedMs = clock.monotonicMs();
    stream.onCandle(candle, backfilled);
    this.latencies.add(clock.monotonicMs() - startedMs);
    onCandle?.(stream, candle, backfilled);
  }

  onTick({ source, symbol, timeMs, price, backfilled }: TickMessage): void {
    for (const stream of this.#deps.streams.at(source, symbol)) stream.onTick(timeMs, price, backfilled);
  }

  /**
   * Advances the clock of the streams only as far as the market knows all prices, plus a short grace period. After a
   * pause, the missed ticks therefore arrive first and settle the signals.
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
