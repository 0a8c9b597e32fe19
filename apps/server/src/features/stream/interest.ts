import type { StreamRequest } from '@vigia/contract';
import { type ChartTimeframe, isSecondTimeframe, type SecondTimeframe } from '@vigia/core/vocabulary';

/** Candles of a few seconds of a symbol. */
export type WatchedSeconds = { readonly symbol: string; readonly timeframe: SecondTimeframe };

/**
 * The watch list of a socket. Sockets with equal lists share one object, so that one frame is built for all of them.
 */
export type WatchList = {
  readonly symbols: readonly string[];
  readonly candles: readonly { readonly symbol: string; readonly timeframe: ChartTimeframe }[];
  readonly candleKeys: ReadonlySet<string>;
  /** The second candles among `candles`. */
  readonly seconds: readonly WatchedSeconds[];
};

type Watch = Extract<StreamRequest, { type: 'watch' }>;
type Watched = WatchList['candles'][number];

export const candleKey = (symbol: string, timeframe: ChartTimeframe): string => `${symbol} ${timeframe}`;

/** Keeps one object for each distinct watch list. The order of the symbols in a list does not matter. */
export class WatchListRegistry<Client> {
  readonly #groups = new Map<string, { readonly interest: WatchList; readonly clients: Set<Client> }>();
  readonly #keyOf = new Map<Client, string>();

  /** Replaces the watch list of the client. Symbols that `isKnown` rejects are left out. */
  set(client: Client, watch: Watch, isKnown: (symbol: string) => boolean): WatchList {
    this.remove(client);
    const symbols = [...new Set(watch.symbols)].filter(isKnown).toSorted();
    const candles = new Map(
      watch.candles.filter(({ symbol }) => isKnown(symbol)).map((one) => [candleKey(one.symbol, one.timeframe), one]),
    );
    const keys = [...candles.keys()].toSorted();
    const key = `${symbols.join()}|${keys.join()}`;
    const group = this.#groups.get(key) ?? { interest: interestOf(symbols, candles), clients: new Set<Client>() };
    this.#groups.set(key, group);
    group.clients.add(client);
    this.#keyOf.set(client, key);
    return group.interest;
  }

  remove(client: Client): void {
    const key = this.#keyOf.get(client);
    if (key === undefined) return;
    this.#keyOf.delete(client);
    const group = this.#groups.get(key);
    group?.clients.delete(client);
    if (group?.clients.size === 0) this.#groups.delete(key);
  }

  groups(): Iterable<{ readonly interest: WatchList; readonly clients: ReadonlySet<Client> }> {
    return this.#groups.values();
  }
}

function interestOf(symbols: readonly string[], candles: ReadonlyMap<string, Watched>): WatchList {
  const all = [...candles.values()];
  const seconds = all.flatMap(({ symbol, timeframe }) => (isSecondTimeframe(timeframe) ? [{ symbol, timeframe }] : []));
  return { symbols, candles: all, candleKeys: new Set([...candles.keys()].toSorted()), seconds };
}
