import type { PriceSource } from '@vigia/core/vocabulary';
import { type Interest, InterestRegistry } from './interest.ts';
import type { ClosedCandle, PriceTexts } from './price-texts.ts';
import { textFrames } from './text-frames.ts';

/** One visit in this many also brings forming candles: with 100 ms between visits a little over 3 a second. */
const FORMING_EVERY = 3;

/** What a board needs of a socket: whether it can take more, and whether it missed frames. */
export type Viewer = { readonly isSlow: boolean; isBehind: boolean };

/** The sockets of a cohort that watch prices of one source, and how far they have been told. */
export class PriceBoard<Client extends Viewer> {
  readonly source: PriceSource;
  readonly interests = new InterestRegistry<Client>();
  readonly #texts: PriceTexts;
  #closed: ClosedCandle[] = [];
  #visits = 0;
  /** Of the moves of the prices; the candles are told more rarely. */
  #ticksTold = 0;
  #formingTold = 0;

  constructor(source: PriceSource, texts: PriceTexts) {
    this.source = source;
    this.#texts = texts;
    this.#ticksTold = texts.moves;
    this.#formingTold = texts.moves;
  }

  candleClosed(candle: ClosedCandle): void {
    this.#closed.push(candle);
  }

  /**
   * Sends what happened since the last time: to each socket in one piece, made once for all that watch the same. Who is slow
   * gets the candles that closed, and once it has caught up everything as it stands then.
   */
  flush(send: (client: Client, frames: Buffer) => void): void {
    for (const { interest, clients } of this.interests.groups()) {
      const closed = this.#closed.filter(({ key }) => interest.candleKeys.has(key)).map((candle) => candle.text());
      const bare = once(() => textFrames(closed));
      const changes = once(() => textFrames([...closed, ...this.#changes(interest)]));
      const whole = once(() => textFrames([...closed, ...this.#whole(interest)]));
      for (const client of clients) {
        const { isSlow, isBehind } = client;
        client.isBehind = isSlow;
        if (isSlow) send(client, bare());
        else send(client, isBehind ? whole() : changes());
      }
    }
    this.#begin();
  }

  /** What changed for an interest; what comes later replaces it, so that a slow socket may miss it. */
  #changes(interest: Interest): readonly string[] {
    const symbols = interest.symbols.filter((symbol) => this.#texts.hasMoved(symbol, this.#ticksTold));
    const candles = this.#isFormingDue
      ? interest.candles.filter(({ symbol }) => this.#texts.hasMoved(symbol, this.#formingTold))
      : [];
    return this.#written(symbols, candles);
  }

  /** Everything an interest covers, as it stands. */
  #whole({ symbols, candles }: Interest): readonly string[] {
    return this.#written(symbols, candles);
  }

  #written(symbols: Interest['symbols'], candles: Interest['candles']): readonly string[] {
    const texts = [
      this.#texts.ticksOf(symbols),
      ...candles.map(({ symbol, timeframe }) => this.#texts.formingOf(symbol, timeframe)),
    ];
    return texts.filter((text) => text !== null);
  }

  #begin(): void {
    if (this.#isFormingDue) this.#formingTold = this.#texts.moves;
    this.#ticksTold = this.#texts.moves;
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
