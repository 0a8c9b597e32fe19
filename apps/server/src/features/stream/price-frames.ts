import type { CandleView, StreamEvent, TickTuple } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import type { Timeframe } from '@vigia/core/vocabulary';
import type { CandleClosedMessage, TickMessage } from '../market-data/index.ts';
import { candleKey, type Interest } from './interest.ts';

/** What frames read of the market. */
export type PriceReader = {
  latest(symbol: string): { readonly price: number; readonly timeMs: number } | null;
  forming(symbol: string, timeframe: Timeframe): Candle | null;
};

/** One flush in this many also carries forming candles: with 100 ms between flushes a little over 3 a second. */
const FORMING_EVERY = 3;

/**
 * What happened to prices since the last frame. Ticks only leave a mark; frames are made once per distinct interest and
 * candles once per (symbol, timeframe), whoever many sockets get them.
 */
export class PriceFrames {
  readonly #reader: PriceReader;
  readonly #ticked = new Set<string>();
  readonly #tickedSinceForming = new Set<string>();
  #closed: { readonly key: string; readonly text: string }[] = [];
  readonly #candleTexts = new Map<string, string | null>();
  #flushes = 0;

  constructor(reader: PriceReader) {
    this.#reader = reader;
  }

  tick({ symbol }: TickMessage): void {
    this.#ticked.add(symbol);
    this.#tickedSinceForming.add(symbol);
  }

  candleClosed({ symbol, timeframe, candle }: CandleClosedMessage, isWatched: (key: string) => boolean): void {
    const key = candleKey(symbol, timeframe);
    if (isWatched(key)) this.#closed.push({ key, text: candleText(symbol, timeframe, candle, true) });
  }

  /** Candles of an interest that closed since the last frame: they are never left out. */
  closed(interest: Interest): readonly string[] {
    return this.#closed.filter(({ key }) => interest.candleKeys.has(key)).map(({ text }) => text);
  }

  /** What changed for an interest since the last frame; a later frame replaces it, so a slow socket may miss it. */
  changes(interest: Interest): readonly string[] {
    const ticks = ticksText(this.#tuples(interest.symbols.filter((symbol) => this.#ticked.has(symbol))));
    const candles = this.#isFormingDue
      ? this.#formingTexts(interest.candles.filter(({ symbol }) => this.#tickedSinceForming.has(symbol)))
      : [];
    return ticks === null ? candles : [ticks, ...candles];
  }

  /** Everything an interest covers, as it stands. */
  whole(interest: Interest): readonly string[] {
    const ticks = ticksText(this.#tuples(interest.symbols));
    const candles = this.#formingTexts(interest.candles);
    return ticks === null ? candles : [ticks, ...candles];
  }

  /** Begins the next frame. */
  next(): void {
    if (this.#isFormingDue) this.#tickedSinceForming.clear();
    this.#ticked.clear();
    this.#candleTexts.clear();
    this.#closed = [];
    this.#flushes += 1;
  }

  get #isFormingDue(): boolean {
    return this.#flushes % FORMING_EVERY === 0;
  }

  #tuples(symbols: readonly string[]): TickTuple[] {
    const tuples: TickTuple[] = [];
    for (const symbol of symbols) {
      const latest = this.#reader.latest(symbol);
      if (latest !== null) tuples.push([symbol, latest.timeMs, latest.price]);
    }
    return tuples;
  }

  #formingTexts(candles: Interest['candles']): readonly string[] {
    return candles.map(({ symbol, timeframe }) => this.#formingText(symbol, timeframe)).filter((text) => text !== null);
  }

  #formingText(symbol: string, timeframe: Timeframe): string | null {
    const key = candleKey(symbol, timeframe);
    const made = this.#candleTexts.get(key);
    if (made !== undefined) return made;
    const forming = this.#reader.forming(symbol, timeframe);
    const text = forming === null ? null : candleText(symbol, timeframe, forming, false);
    this.#candleTexts.set(key, text);
    return text;
  }
}

const ticksText = (ticks: TickTuple[]): string | null =>
  ticks.length === 0 ? null : JSON.stringify({ type: 'ticks', ticks } satisfies StreamEvent);

function candleText(symbol: string, timeframe: Timeframe, candle: Candle, closed: boolean): string {
  const { time, open, high, low, close } = candle;
  const view: CandleView = { time, open, high, low, close, closed };
  return JSON.stringify({ type: 'candle', symbol, timeframe, candle: view } satisfies StreamEvent);
}
