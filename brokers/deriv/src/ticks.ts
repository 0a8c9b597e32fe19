import { BACKFILLED_AFTER_MS, type FeedTick } from '@vigia/broker-kit/port';
import type { Cancel, Clock } from '@vigia/core/kernel';
import type { AssetBook } from './assets.ts';
import type { DerivClient } from './client.ts';
import { decimalOf } from './wire/decimals.ts';
import { type Frame, isRecord } from './wire/frame.ts';
import { forget, resumeTicks, subscribeTicks } from './wire/requests.ts';

type Watched = {
  watchers: number;
  /** Epoch seconds of the last published tick; null if the stream starts with the next tick. */
  lastS: number | null;
  stream: 'none' | 'asked' | 'open';
  /** Resolves once the last request for the stream has its reply. */
  answered: Promise<void>;
  subscriptionId: string | null;
};

export type TickStreamsOptions = {
  /** Returns the socket for the streams; undefined before the first socket. */
  client(): DerivClient | undefined;
  readonly assets: AssetBook;
  readonly clock: Clock;
  onTick(tick: FeedTick): void;
};

const unwatched = (): Watched => ({
  watchers: 0,
  lastS: null,
  stream: 'none',
  subscriptionId: null,
  answered: Promise.resolve(),
});

/**
 * Streams of ticks on one socket. Deriv sends at most one tick per second and asset, with a time in whole seconds.
 * After a disconnect, one request returns the history since the last tick and continues the stream, so no tick is
 * missed.
 */
export class TickStreams {
  readonly #options: TickStreamsOptions;
  readonly #watched = new Map<string, Watched>();

  constructor(options: TickStreamsOptions) {
    this.#options = options;
  }

  /** @param afterMs time of the last tick that the caller has; the missed ticks come first */
  watch(symbol: string, afterMs: number | null = null): Cancel {
    const watched = this.#watched.get(symbol) ?? unwatched();
    if (watched.watchers === 0 && afterMs !== null) watched.lastS = Math.floor(afterMs / 1_000);
    watched.watchers += 1;
    this.#watched.set(symbol, watched);
    this.#open(symbol, watched);
    let isCancelled = false;
    return () => {
      if (!isCancelled) this.#unwatch(symbol, watched);
      isCancelled = true;
    };
  }

  /**
   * Subscribes to all watched symbols without a stream, after a reconnect or because a market may have opened. Resolves
   * once every pending request is answered.
   */
  async openAll(): Promise<void> {
    for (const [symbol, watched] of this.#watched) this.#open(symbol, watched);
    await Promise.all([...this.#watched.values()].map(({ answered }) => answered));
  }

  /** Handles the loss of the socket, which ends all streams. */
  onDrop(): void {
    for (const watched of this.#watched.values()) {
      watched.stream = 'none';
      watched.subscriptionId = null;
    }
  }

  /** Handles the `tick` and `history` messages of streams. */
  onFrame(frame: Frame): void {
    if (frame.msgType === 'tick') this.#onTick(frame);
    else if (frame.msgType === 'history' && frame.subscriptionId !== null) this.#onHistory(frame);
  }

  #open(symbol: string, watched: Watched): void {
    const theirs = this.#options.assets.theirs(symbol);
    const client = this.#options.client();
    if (theirs === undefined || watched.stream !== 'none' || client?.state().status !== 'open') return;
    watched.stream = 'asked';
    watched.answered = client
      .call(watched.lastS === null ? subscribeTicks(theirs) : resumeTicks(theirs, watched.lastS))
      .then((answer) => {
        if (!answer.ok && watched.stream === 'asked') watched.stream = 'none';
      });
  }

  #unwatch(symbol: string, watched: Watched): void {
    watched.watchers -= 1;
    if (watched.watchers > 0) return;
    this.#watched.delete(symbol);
    this.#forget(watched.subscriptionId);
  }

  #onTick({ body, subscriptionId }: Frame): void {
    const tick = body['tick'];
    if (!isRecord(tick) || typeof tick['symbol'] !== 'string') return;
    this.#hand(tick['symbol'], [tick['epoch']], [tick['quote']], subscriptionId);
  }

  #onHistory({ body, echo, subscriptionId }: Frame): void {
    const history = body['history'];
    if (!isRecord(history) || typeof echo['ticks_history'] !== 'string') return;
    const { times, prices } = history;
    if (Array.isArray(times) && Array.isArray(prices)) this.#hand(echo['ticks_history'], times, prices, subscriptionId);
  }

  #hand(theirs: string, times: readonly unknown[], prices: readonly unknown[], subscriptionId: string | null): void {
    const { assets, clock, client, onTick } = this.#options;
    const symbol = assets.ours(theirs);
    const watched = symbol === null ? undefined : this.#watched.get(symbol);
    if (symbol === null || watched === undefined) {
      // The watch of this symbol has ended.
      return this.#forget(subscriptionId);
    }
    watched.stream = 'open';
    watched.subscriptionId = subscriptionId ?? watched.subscriptionId;
    const theirNowMs = clock.now() + (client()?.time().offsetMs ?? 0);
    times.forEach((timeS, index) => {
      const price = decimalOf(prices[index]);
      if (typeof timeS !== 'number' || price === null || timeS <= (watched.lastS ?? -Infinity)) return;
      watched.lastS = timeS;
      const timeMs = timeS * 1_000;
      onTick({ symbol, timeMs, price, backfilled: theirNowMs - timeMs > BACKFILLED_AFTER_MS });
    });
  }

  #forget(subscriptionId: string | null): void {
    if (subscriptionId !== null) void this.#options.client()?.call(forget(subscriptionId));
  }
}
