import type { CandleView, StreamEvent, TickTuple } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import { type ChartTimeframe, isSecondTimeframe, type SecondTimeframe, type Timeframe } from '@vigia/core/vocabulary';
import type { CandleClosedMessage } from '../market-data/index.ts';
import { candleKey } from './interest.ts';

/** The market methods that {@link PriceTexts} reads. */
export type PriceReader = {
  latest(symbol: string): { readonly price: number; readonly timeMs: number } | null;
  forming(symbol: string, timeframe: Timeframe): Candle | null;
  followedSecondCandles(symbol: string, timeframe: SecondTimeframe): readonly Candle[];
};

/** A closed candle. Its text is serialized when a socket first needs it. */
export type ClosedCandle = { readonly key: string; text(): string };

type Written<Of> = { readonly of: Of; readonly text: string };

/**
 * The prices of one source as text, serialized once for all sockets. Stores for each price the number of its last move.
 */
export class PriceTexts {
  readonly #reader: PriceReader;
  #moves = 0;
  readonly #movedAt = new Map<string, number>();
  readonly #ticks = new Map<string, Written<{ readonly price: number; readonly timeMs: number }>>();
  readonly #forming = new Map<string, Written<Candle>>();
  readonly #seconds = new Map<string, { readonly movedAt: number; readonly candles: readonly Candle[] }>();

  constructor(reader: PriceReader) {
    this.#reader = reader;
  }

  /** Returns the number of price moves so far. The caller later passes it to {@link hasMoved}. */
  get moves(): number {
    return this.#moves;
  }

  tick(symbol: string): void {
    this.#moves += 1;
    this.#movedAt.set(symbol, this.#moves);
  }

  hasMoved(symbol: string, since: number): boolean {
    return (this.#movedAt.get(symbol) ?? 0) > since;
  }

  /** Returns one message with the latest price of each symbol; null if no price is known. */
  ticksOf(symbols: readonly string[]): string | null {
    const tuples = symbols.map((symbol) => this.#tick(symbol)).filter((text) => text !== null);
    return tuples.length === 0 ? null : `{"type":"ticks","ticks":[${tuples.join()}]}`;
  }

  formingOf(symbol: string, timeframe: ChartTimeframe): string | null {
    const candle = isSecondTimeframe(timeframe)
      ? (this.secondsOf(symbol, timeframe).at(-1) ?? null)
      : this.#reader.forming(symbol, timeframe);
    if (candle === null) return null;
    const key = candleKey(symbol, timeframe);
    const known = this.#forming.get(key);
    if (known && isSameCandle(known.of, candle)) return known.text;
    const text = candleText(symbol, timeframe, candle, false);
    this.#forming.set(key, { of: { ...candle }, text });
    return text;
  }

  /** Returns the second candles of about the last minute. They are built once for each move of the price. */
  secondsOf(symbol: string, timeframe: SecondTimeframe): readonly Candle[] {
    const key = candleKey(symbol, timeframe);
    const movedAt = this.#movedAt.get(symbol) ?? 0;
    const known = this.#seconds.get(key);
    if (known?.movedAt === movedAt) return known.candles;
    const candles = this.#reader.followedSecondCandles(symbol, timeframe);
    this.#seconds.set(key, { movedAt, candles });
    return candles;
  }

  #tick(symbol: string): string | null {
    const latest = this.#reader.latest(symbol);
    if (latest === null) return null;
    const known = this.#ticks.get(symbol);
    if (known && known.of.timeMs === latest.timeMs && known.of.price === latest.price) return known.text;
    const { timeMs, price } = latest;
    const text = JSON.stringify([symbol, timeMs, price] satisfies TickTuple);
    this.#ticks.set(symbol, { of: { timeMs, price }, text });
    return text;
  }
}

type Closed = Pick<CandleClosedMessage, 'symbol' | 'candle'> & { readonly timeframe: ChartTimeframe };

export function closedCandle({ symbol, timeframe, candle }: Closed): ClosedCandle {
  let text: string | null = null;
  return { key: candleKey(symbol, timeframe), text: () => (text ??= candleText(symbol, timeframe, candle, true)) };
}

export const isSameCandle = (a: Candle, b: Candle): boolean =>
  a.time === b.time && a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close;

function candleText(symbol: string, timeframe: ChartTimeframe, candle: Candle, closed: boolean): string {
  const { time, open, high, low, close } = candle;
  const view: CandleView = { time, open, high, low, close, closed };
  return JSON.stringify({ type: 'candle', symbol, timeframe, candle: view } satisfies StreamEvent);
}
