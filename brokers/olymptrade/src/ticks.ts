import type { BrokerDeps, BrokerListener } from '@vigia/broker-kit/port';
import { type Quote, TickWatches } from '@vigia/broker-kit/prices';
import { at, type CandleColumns } from '@vigia/core/candles';
import type { Cancel } from '@vigia/core/kernel';
import { pairOf, symbolOf } from './assets.ts';
import { candleHistory } from './candles.ts';
import type { Client } from './client.ts';
import { EVENT_CODE } from './wire/codes.ts';
import { rowsOf, TickRow } from './wire/shapes.ts';

/** Size of the candles that fill a gap, in seconds: the shortest that the broker's web client offers. */
const GAP_CANDLE_S = 5;
/** Time between the four prices that replace a candle. */
const STEP_MS = (GAP_CANDLE_S * 1_000) / 4;

/** Publishes the ticks of the watched symbols in order. After a gap, the missed ticks come first. */
export class TickStreams {
  readonly #client: Client;
  readonly #oddities: BrokerDeps['oddities'];
  readonly #watches: TickWatches;

  constructor(client: Client, listener: BrokerListener, { oddities }: Pick<BrokerDeps, 'oddities'>) {
    this.#client = client;
    this.#oddities = oddities;
    this.#watches = new TickWatches({
      source: {
        subscribe: (symbol, isWanted) => this.#subscribe(symbol, isWanted),
        unsubscribe: (symbol) => this.#say(symbol, EVENT_CODE.unwatch, EVENT_CODE.unwatchToo),
        since: (symbol, afterMs) => this.#since(symbol, afterMs),
      },
      now: () => client.serverClock.now(),
      publish: (tick) => listener.onTick(tick),
    });
  }

  add(symbol: string, afterMs?: number): Cancel {
    return this.#watches.watch(symbol, afterMs);
  }

  /** Handles a new connection, the first one or a reconnect. */
  resume(): void {
    this.#watches.resume();
  }

  onDrop(): void {
    this.#watches.onDrop();
  }

  onTicks(d: unknown): void {
    const onUnreadable = () => this.#oddities?.unreadable('event-1', false);
    for (const { p, t, q } of rowsOf(TickRow, d, onUnreadable)) {
      const symbol = symbolOf(p);
      if (symbol !== null && q > 0) this.#watches.onTick(symbol, { timeMs: Math.round(t * 1_000), price: q });
    }
  }

  stop(): void {
    this.#watches.clear();
  }

  async #subscribe(symbol: string, isWanted: () => boolean): Promise<void> {
    await this.#client.turn();
    if (isWanted()) this.#say(symbol, EVENT_CODE.watch, EVENT_CODE.watchToo);
  }

  async #since(symbol: string, afterMs: number): Promise<readonly Quote[]> {
    const nowMs = this.#client.serverClock.now();
    const span = { fromMs: afterMs - GAP_CANDLE_S * 1_000, toMs: nowMs, nowMs };
    const candles = await candleHistory(this.#client, symbol, GAP_CANDLE_S, span);
    return candles.ok ? pricesOf(candles.value) : [];
  }

  #say(symbol: string, code: number, codeToo: number): void {
    const d = [{ pair: pairOf(symbol) }];
    this.#client.say(code, d);
    this.#client.say(codeToo, d);
  }
}

/**
 * Derives four prices from each candle. The path within a candle is unknown; the shortest path through the four prices
 * is used.
 */
function pricesOf(candles: CandleColumns): readonly Quote[] {
  return Array.from({ length: candles.length }, (_, row) => {
    const [open, high, low, close] = [
      at(candles.open, row),
      at(candles.high, row),
      at(candles.low, row),
      at(candles.close, row),
    ];
    const way = close >= open ? [open, low, high, close] : [open, high, low, close];
    return way.map((price, step) => ({ timeMs: at(candles.time, row) * 1_000 + step * STEP_MS, price }));
  }).flat();
}
