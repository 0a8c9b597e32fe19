import type { PriceSource, Timeframe } from '@vigia/core/vocabulary';
import { Stream } from './stream.ts';

const NONE: readonly Stream[] = [];

/** The streams there are, found by every tick and candle without making anything: by source, then by symbol. */
export class StreamIndex {
  readonly #bySource = new Map<PriceSource, Map<string, Stream[]>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Those of one asset, in whatever timeframe. */
  at(source: PriceSource, symbol: string): readonly Stream[] {
    return this.#bySource.get(source)?.get(symbol) ?? NONE;
  }

  find(source: PriceSource, symbol: string, timeframe: Timeframe): Stream | undefined {
    for (const stream of this.at(source, symbol)) if (stream.timeframe === timeframe) return stream;
    return undefined;
  }

  findOrMake(source: PriceSource, symbol: string, timeframe: Timeframe): Stream {
    const known = this.find(source, symbol, timeframe);
    if (known !== undefined) return known;
    const stream = new Stream(source, symbol, timeframe);
    const symbols = this.#bySource.get(source) ?? new Map<string, Stream[]>();
    this.#bySource.set(source, symbols.set(symbol, [...(symbols.get(symbol) ?? []), stream]));
    this.#size += 1;
    return stream;
  }

  /** Lets go of one in which nothing runs or is about to. */
  dropIdle(stream: Stream): void {
    const { source, symbol, timeframe } = stream;
    if (!stream.isIdle || this.find(source, symbol, timeframe) !== stream) return;
    const symbols = this.#bySource.get(source);
    const others = this.at(source, symbol).filter((one) => one !== stream);
    if (others.length > 0) symbols?.set(symbol, others);
    else symbols?.delete(symbol);
    this.#size -= 1;
  }

  /** The streams of each asset of each source. */
  *places(): Iterable<readonly Stream[]> {
    for (const symbols of this.#bySource.values()) yield* symbols.values();
  }
}
