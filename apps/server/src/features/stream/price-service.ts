import type { StreamEvent } from '@vigia/contract';
import type { Cancel, Clock } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Bus } from '#platform/bus/bus.ts';
import {
  CANDLE_CLOSED,
  FEED_CHANGED,
  MARKET_OPENED,
  type MarketData,
  type MarketsOf,
  TICK,
} from '../market-data/index.ts';
import { type Cohort, Cohorts } from './cohorts.ts';
import { PriceBoard } from './price-board.ts';
import { closedCandle, PriceTexts } from './price-texts.ts';
import type { StreamClient, WatchMessage } from './stream-client.ts';
import { visitInTurns } from './turns.ts';

const FRAME_EVERY_MS = 100;
/**
 * Interval in milliseconds between two frames of a socket, per connected socket. Serving a socket costs about 10 µs, so
 * sending takes less than two thirds of the time. With fewer than 6,700 sockets, the interval is fixed instead.
 */
const FRAME_EVERY_MS_PER_SOCKET = 0.015;

/** The methods of a market that the stream uses. */
export type StreamMarket = Pick<MarketData, 'asset' | 'latest' | 'forming' | 'followedSecondCandles' | 'status'>;

export type PriceServiceDeps = {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly markets: Pick<MarketsOf<StreamMarket>, 'at'>;
};

/** Sends prices and broadcasts to the sockets. Serves one cohort after the other, each at its own time. */
export class PriceService {
  readonly #deps: PriceServiceDeps;
  readonly #texts = new Map<PriceSource, PriceTexts>();
  readonly #cohorts = new Cohorts<StreamClient>();
  readonly #send: (client: StreamClient, frames: Buffer) => void;

  /**
   * Creates the service.
   * @param send must accept empty frames too
   */
  constructor(deps: PriceServiceDeps, send: (client: StreamClient, frames: Buffer) => void) {
    this.#deps = deps;
    this.#send = send;
  }

  /**
   * Starts to serve the cohorts.
   * @param clientCount returns the number of connected sockets
   */
  start(clientCount: () => number): Cancel {
    const { bus, clock } = this.#deps;
    const cancels = [
      visitInTurns({
        clock,
        of: () => this.#cohorts.all,
        everyMs: () => Math.max(FRAME_EVERY_MS, clientCount() * FRAME_EVERY_MS_PER_SOCKET),
        visit: (cohort) => cohort.flush(this.#send),
      }),
      bus.subscribe(TICK, ({ source, symbol }) => this.#texts.get(source)?.tick(symbol)),
      bus.subscribe(CANDLE_CLOSED, (message) => {
        const candle = closedCandle(message);
        for (const { boards } of this.#cohorts.all) boards.get(message.source)?.candleClosed(candle);
      }),
      bus.subscribe(FEED_CHANGED, ({ source }) => this.#sendFeedState(source)),
      bus.subscribe(MARKET_OPENED, ({ source }) => this.#reopen(source)),
    ];
    return () => {
      for (const cancel of cancels) cancel();
    };
  }

  get cohorts(): Cohorts<StreamClient> {
    return this.#cohorts;
  }

  /** Sends a text to every socket with its next frame. */
  broadcast(text: string): void {
    for (const cohort of this.#cohorts.all) cohort.enqueue(text);
  }

  /** Sets the symbols and candles that a socket watches. */
  watch(client: StreamClient, watch: WatchMessage): void {
    client.watch = watch;
    const { board } = client;
    if (board === null) return;
    const market = this.#deps.markets.at(board.source);
    board.interests.set(client, watch, (symbol) => market.asset(symbol) !== undefined);
    client.isBehind = true;
  }

  /**
   * Switches a socket to the prices of another source. Its watch list then applies to that source.
   * @returns the event with the state of the feed
   */
  show(client: StreamClient, source: PriceSource): StreamEvent {
    client.board?.interests.remove(client);
    client.board = this.#board(client.cohort, source);
    if (client.watch !== null) this.watch(client, client.watch);
    return this.#feedEvent(source);
  }

  #board({ boards }: Cohort<StreamClient>, source: PriceSource): PriceBoard<StreamClient> {
    const known = boards.get(source);
    if (known !== undefined) return known;
    const board = new PriceBoard<StreamClient>(source, this.#textsOf(source));
    boards.set(source, board);
    return board;
  }

  #textsOf(source: PriceSource): PriceTexts {
    const known = this.#texts.get(source);
    if (known !== undefined) return known;
    const { markets } = this.#deps;
    const texts = new PriceTexts({
      latest: (symbol) => markets.at(source).latest(symbol),
      forming: (symbol, timeframe) => markets.at(source).forming(symbol, timeframe),
      followedSecondCandles: (symbol, timeframe) => markets.at(source).followedSecondCandles(symbol, timeframe),
    });
    this.#texts.set(source, texts);
    return texts;
  }

  #sendFeedState(source: PriceSource): void {
    const text = JSON.stringify(this.#feedEvent(source));
    for (const cohort of this.#cohorts.all) cohort.enqueue(text, source);
  }

  /** Applies the watch lists again once the assets of a source are known. */
  #reopen(source: PriceSource): void {
    for (const { clients } of this.#cohorts.all) {
      for (const client of clients)
        if (client.board?.source === source && client.watch) this.watch(client, client.watch);
    }
    this.#sendFeedState(source);
  }

  #feedEvent(source: PriceSource): StreamEvent {
    const { clock, markets } = this.#deps;
    const { state, staleSymbols } = markets.at(source).status();
    const server_time = new Date(clock.now()).toISOString();
    return { type: 'feed', source, state, stale_symbols: [...staleSymbols], server_time };
  }
}
