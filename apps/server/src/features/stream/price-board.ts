import type { PriceSource } from '@vigia/core/vocabulary';
import { candleKey, type WatchedSeconds, type WatchList, WatchListRegistry } from './interest.ts';
import type { ClosedCandle, PriceTexts } from './price-texts.ts';
import { SecondSeries } from './second-series.ts';
import { textFrames } from './text-frames.ts';

/** Forming candles are sent with every third flush. At 100 ms per flush that is slightly more than 3 times a second. */
const FORMING_EVERY = 3;

/**
 * Fields of a socket that a board reads. `isSlow`: the socket must not get more data now. `isBehind`: it has missed
 * frames.
 */
export type BoardViewer = { readonly isSlow: boolean; isBehind: boolean };

/**
 * The sockets of a cohort that watch the prices of one source. The board remembers which changes they have received.
 */
export class PriceBoard<Client extends BoardViewer> {
  readonly source: PriceSource;
  readonly interests = new WatchListRegistry<Client>();
  readonly #texts: PriceTexts;
  readonly #seconds: SecondSeries;
  #closed: ClosedCandle[] = [];
  #visits = 0;
  /**
   * Number of price moves that the board has sent as ticks. Forming candles are sent less often and have their own
   * number.
   */
  #ticksSentAt = 0;
  #formingSentAt = 0;

  constructor(source: PriceSource, texts: PriceTexts) {
    this.source = source;
    this.#texts = texts;
    this.#seconds = new SecondSeries(texts);
    this.#ticksSentAt = texts.moves;
    this.#formingSentAt = texts.moves;
  }

  candleClosed(candle: ClosedCandle): void {
    this.#closed.push(candle);
  }

  /**
   * Sends everything that changed since the last flush: one message per socket, built once for all sockets with equal
   * watch lists. A slow socket gets only closed candles. Once it has caught up, it gets the complete current state.
   */
  flush(send: (client: Client, frames: Buffer) => void): void {
    this.#closed.push(...this.#seconds.news(this.#watchedSeconds()));
    for (const { interest, clients } of this.interests.groups()) {
      const closed = this.#closed.filter(({ key }) => interest.candleKeys.has(key)).map((candle) => candle.text());
      const bare = once(() => textFrames(closed));
      const changes = once(() => textFrames([...closed, ...this.#changes(interest)]));
      const whole = once(() => textFrames([...this.#recent(interest), ...closed, ...this.#whole(interest)]));
      for (const client of clients) {
        const { isSlow, isBehind } = client;
        client.isBehind = isSlow;
        if (isSlow) send(client, bare());
        else send(client, isBehind ? whole() : changes());
      }
    }
    this.#begin();
  }

  /**
   * Returns the changes for a watch list. A later change replaces an earlier one, so a slow socket may miss some of
   * them.
   */
  #changes(interest: WatchList): readonly string[] {
    const symbols = interest.symbols.filter((symbol) => this.#texts.hasMoved(symbol, this.#ticksSentAt));
    const candles = this.#isFormingDue
      ? interest.candles.filter(({ symbol }) => this.#texts.hasMoved(symbol, this.#formingSentAt))
      : [];
    return this.#written(symbols, candles);
  }

  /** Returns the current state of everything in a watch list. */
  #whole({ symbols, candles }: WatchList): readonly string[] {
    return this.#written(symbols, candles);
  }

  /** Returns the last closed second candles, because one may have closed since the client read them. */
  #recent({ seconds }: WatchList): readonly string[] {
    return seconds.flatMap((series) => this.#seconds.recent(series).map((candle) => candle.text()));
  }

  #watchedSeconds(): ReadonlyMap<string, WatchedSeconds> {
    const watched = new Map<string, WatchedSeconds>();
    for (const { interest } of this.interests.groups())
      for (const series of interest.seconds) watched.set(candleKey(series.symbol, series.timeframe), series);
    return watched;
  }

  #written(symbols: WatchList['symbols'], candles: WatchList['candles']): readonly string[] {
    const texts = [
      this.#texts.ticksOf(symbols),
      ...candles.map(({ symbol, timeframe }) => this.#texts.formingOf(symbol, timeframe)),
    ];
    return texts.filter((text) => text !== null);
  }

  #begin(): void {
    if (this.#isFormingDue) this.#formingSentAt = this.#texts.moves;
    this.#ticksSentAt = this.#texts.moves;
    this.#closed = [];
    this.#visits += 1;
  }

  get #isFormingDue(): boolean {
    return this.#visits % FORMING_EVERY === 0;
  }
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | null = null;
  return () => (made ??= { value: make() }).value;
}
