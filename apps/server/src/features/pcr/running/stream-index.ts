import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import { SetupStream } from './setup-stream.ts';

const NONE: readonly SetupStream[] = [];

/** The streams by price source and symbol. Finding the streams of a tick or candle allocates no memory. */
export class StreamIndex {
  readonly #bySource = new Map<PriceSource, Map<string, SetupStream[]>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns the streams of one asset in all timeframes. */
  at(source: PriceSource, symbol: string): readonly SetupStream[] {
    return this.#bySource.get(source)?.get(symbol) ?? NONE;
  }

  find(source: PriceSource, symbol: string, timeframe: Timeframe): SetupStream | undefined {
    for (const stream of this.at(source, symbol)) if (stream.timeframe === timeframe) return stream;
    return undefined;
  }

  findOrMake(source: PriceSource, symbol: string, timeframe: Timeframe): SetupStream {
    const known = this.find(source, symbol, timeframe);
    if (known !== undefined) return known;
    const stream = new SetupStream(source, symbol, timeframe);
    const symbols = this.#bySource.get(source) ?? new Map<string, SetupStream[]>();
    this.#bySource.set(source, symbols.set(symbol, [...(symbols.get(symbol) ?? []), stream]));
    this.#size += 1;
    return stream;
  }

  /** Removes a stream in which no setup runs or is being opened. */
  dropIdle(stream: SetupStream): void {
    const { source, symbol, timeframe } = stream;
    if (!stream.isIdle || this.find(source, symbol, timeframe) !== stream) return;
    const symbols = this.#bySource.get(source);
    const others = this.at(source, symbol).filter((one) => one !== stream);
    if (others.length > 0) symbols?.set(symbol, others);
    else symbols?.delete(symbol);
    this.#size -= 1;
  }

  /** Yields the streams of all timeframes for each asset of each price source. */
  *streamsByAsset(): Iterable<readonly SetupStream[]> {
    for (const symbols of this.#bySource.values()) yield* symbols.values();
  }
}
