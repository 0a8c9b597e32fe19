import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import type { AutomationRun, EvaluationGroup } from './automation.ts';
import { AutomationStream } from './automation-stream.ts';

/** The streams by price source and symbol. Finding the streams of a tick or candle allocates no memory. */
export class StreamIndex<Run extends AutomationRun<Group>, Group extends EvaluationGroup<Run>> {
  readonly #bySource = new Map<PriceSource, Map<string, AutomationStream<Run, Group>[]>>();
  readonly #none: readonly AutomationStream<Run, Group>[] = [];
  readonly #now: () => number;
  #size = 0;

  /** @param now returns the clock's time in epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the streams of one asset in all timeframes. */
  at(source: PriceSource, symbol: string): readonly AutomationStream<Run, Group>[] {
    return this.#bySource.get(source)?.get(symbol) ?? this.#none;
  }

  find(source: PriceSource, symbol: string, timeframe: Timeframe): AutomationStream<Run, Group> | undefined {
    for (const stream of this.at(source, symbol)) if (stream.timeframe === timeframe) return stream;
    return undefined;
  }

  findOrMake(source: PriceSource, symbol: string, timeframe: Timeframe): AutomationStream<Run, Group> {
    const known = this.find(source, symbol, timeframe);
    if (known !== undefined) return known;
    const stream = new AutomationStream<Run, Group>(source, symbol, timeframe, this.#now);
    const symbols = this.#bySource.get(source) ?? new Map<string, AutomationStream<Run, Group>[]>();
    this.#bySource.set(source, symbols.set(symbol, [...(symbols.get(symbol) ?? []), stream]));
    this.#size += 1;
    return stream;
  }

  /** Removes a stream in which no automation runs or is being opened. */
  dropIdle(stream: AutomationStream<Run, Group>): void {
    const { source, symbol, timeframe } = stream;
    if (!stream.isIdle || this.find(source, symbol, timeframe) !== stream) return;
    const symbols = this.#bySource.get(source);
    const others = this.at(source, symbol).filter((one) => one !== stream);
    if (others.length > 0) symbols?.set(symbol, others);
    else symbols?.delete(symbol);
    this.#size -= 1;
  }

  /** Yields the streams of all timeframes for each asset of each price source. */
  *streamsByAsset(): Iterable<readonly AutomationStream<Run, Group>[]> {
    for (const symbols of this.#bySource.values()) yield* symbols.values();
  }
}
