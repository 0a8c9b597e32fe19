import { BACKFILLED_AFTER_MS, type FeedTick } from '@vigia/broker-kit/port';
import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { BrokerClock } from './broker-clock.ts';
import type { Emit } from './client.ts';
import { ASK } from './wire/events.ts';
import type { History } from './wire/messages.ts';

export type StreamOptions = {
  readonly clock: Clock;
  readonly brokerClock: BrokerClock;
  /** On the open socket; false while there is none. */
  readonly emit: Emit;
  tell(tick: FeedTick): void;
};

type Stream = {
  readonly wireSymbol: string;
  readonly symbol: string;
  watchers: number;
  lastMs: number | null;
  /** Live ticks that wait for the gap before them to be filled; null while none is being filled. */
  held: Quote[] | null;
};
type Quote = { readonly timeMs: number; readonly price: number };

/** Candles of that period come along with the ticks; nobody here reads them. */
const CHART_PERIOD_S = 60;
/** Without the history by then, the gap stays one. */
const FILL_TIMEOUT_MS = 5_000;

/** Ticks of the watched symbols: ascending per symbol, each once, gaps filled first. */
export class TickStreams {
  readonly #options: StreamOptions;
  readonly #byWire = new Map<string, Stream>();

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  watch(symbol: string, wireSymbol: string, afterMs: number | null = null): Cancel {
    const stream = this.#byWire.get(wireSymbol) ?? this.#begin(symbol, wireSymbol, afterMs);
    stream.watchers += 1;
    let isWatching = true;
    return () => {
      if (isWatching) this.#leave(stream);
      isWatching = false;
    };
  }

  /** On a fresh socket: asks for every stream again; what was missed comes with the answer. */
  resubscribe(emit: Emit): void {
    for (const stream of this.#byWire.values()) {
      if (stream.lastMs !== null) this.#hold(stream);
      subscribe(emit, stream.wireSymbol);
    }
  }

  /** Rows `[symbol, epoch s, price, direction]`; rows of two are the crowd's mood. Many: read by hand. */
  onQuotes(payload: unknown): void {
    if (!Array.isArray(payload)) return;
    for (const row of payload as readonly unknown[]) {
      if (!Array.isArray(row) || row.length < 3) continue;
      const [wireSymbol, timeS, price]: unknown[] = row;
      const stream = this.#byWire.get(String(wireSymbol));
      const quote = quoteOf(timeS, price);
      if (!stream || !quote) continue;
      this.#options.brokerClock.seeTick(quote.timeMs);
      if (stream.held) stream.held.push(quote);
      else this.#tell(stream, quote);
    }
  }

  /** Rows `[epoch s, price, direction]` of the last minutes. */
  onHistory({ asset, history }: History): void {
    const stream = this.#byWire.get(asset);
    if (!stream?.held || !history) return;
    const missed = history.map(([timeS, price]) => quoteOf(timeS, price)).filter((quote) => quote !== null);
    this.#release(stream, missed);
  }

  #begin(symbol: string, wireSymbol: string, lastMs: number | null): Stream {
    const stream: Stream = { wireSymbol, symbol, watchers: 0, lastMs, held: null };
    this.#byWire.set(wireSymbol, stream);
    if (lastMs !== null) this.#hold(stream);
    subscribe(this.#options.emit, wireSymbol);
    return stream;
  }

  #leave(stream: Stream): void {
    stream.watchers -= 1;
    if (stream.watchers > 0) return;
    this.#byWire.delete(stream.wireSymbol);
    this.#options.emit(ASK.unsubscribe, { asset: stream.wireSymbol });
    this.#options.emit(ASK.unfollow, stream.wireSymbol);
  }

  #hold(stream: Stream): void {
    const held: Quote[] = [];
    stream.held = held;
    this.#options.clock.after(durationMs(FILL_TIMEOUT_MS), () => {
      if (stream.held === held) this.#release(stream, []);
    });
  }

  #release(stream: Stream, missed: readonly Quote[]): void {
    const quotes = [...missed, ...(stream.held ?? [])].sort((a, b) => a.timeMs - b.timeMs);
    stream.held = null;
    for (const quote of quotes) this.#tell(stream, quote);
  }

  #tell(stream: Stream, { timeMs, price }: Quote): void {
    if (timeMs <= (stream.lastMs ?? -1)) return;
    stream.lastMs = timeMs;
    const backfilled = this.#options.brokerClock.nowMs() - timeMs > BACKFILLED_AFTER_MS;
    this.#options.tell({ symbol: stream.symbol, timeMs, price, backfilled });
  }
}

/** The three messages the page sends when it turns to a chart [C]. */
function subscribe(emit: Emit, asset: string): void {
  emit(ASK.subscribe, { asset, period: CHART_PERIOD_S });
  emit(ASK.chart, { asset, version: '1.0.0' });
  emit(ASK.follow, asset);
}

function quoteOf(timeS: unknown, price: unknown): Quote | null {
  if (typeof timeS !== 'number' || typeof price !== 'number') return null;
  return Number.isFinite(timeS) && price > 0 && Number.isFinite(price)
    ? { timeMs: Math.round(timeS * 1000), price }
    : null;
}
