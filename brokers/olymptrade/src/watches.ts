import { BACKFILLED_AFTER_MS, type BrokerDeps, type BrokerListener } from '@vigia/broker-kit/port';
import type { Wire } from '@vigia/broker-kit/socket';
import { at, type CandleColumns } from '@vigia/core/candles';
import type { Cancel } from '@vigia/core/kernel';
import type { Client } from './client.ts';
import { pairOf, symbolOf } from './mapper.ts';
import { E } from './wire/codes.ts';
import { rowsOf, TickRow } from './wire/shapes.ts';

/** Size of the candles a gap is filled from, the shortest there is. */
export const GAP_CANDLE_S = 5;
/** Four prices a candle, as far apart as they fit. */
const STEP_MS = (GAP_CANDLE_S * 1_000) / 4;
/** A longer gap is left to who asks for candles. */
const MAX_GAP_MS = 3_600_000;
const MAX_HELD = 2_000;

/** Closed candles of {@link GAP_CANDLE_S} in that stretch, or null where they cannot be had. */
export type GapHistory = (symbol: string, fromMs: number, toMs: number) => Promise<CandleColumns | null>;
type Price = { readonly timeMs: number; readonly price: number };
type Watch = {
  watchers: number;
  lastMs: number | null;
  /** While a gap is being filled, what came meanwhile; null otherwise. */
  held: Price[] | null;
};

/** Ticks of the symbols somebody wants, in order, with what a gap swallowed first. */
export class Watches {
  readonly #client: Client;
  readonly #listener: BrokerListener;
  readonly #deps: BrokerDeps;
  readonly #history: GapHistory;
  readonly #bySymbol = new Map<string, Watch>();

  constructor(client: Client, listener: BrokerListener, deps: BrokerDeps, history: GapHistory) {
    this.#client = client;
    this.#listener = listener;
    this.#deps = deps;
    this.#history = history;
  }

  add(symbol: string, afterMs: number | null = null): Cancel {
    const watch = this.#bySymbol.get(symbol) ?? { watchers: 0, lastMs: afterMs, held: null };
    watch.watchers += 1;
    this.#bySymbol.set(symbol, watch);
    if (watch.watchers === 1) {
      if (afterMs !== null) watch.held = [];
      this.#subscribe(symbol, E.watch, E.watchToo);
      if (afterMs !== null) void this.#fill(symbol, watch);
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      watch.watchers -= 1;
      if (watch.watchers > 0) return;
      this.#bySymbol.delete(symbol);
      this.#subscribe(symbol, E.unwatch, E.unwatchToo);
    };
  }

  /** On a fresh socket. */
  resubscribe(wire: Wire): void {
    for (const [symbol, watch] of this.#bySymbol) {
      if (watch.lastMs !== null) watch.held = [];
      this.#subscribe(symbol, E.watch, E.watchToo, wire);
    }
  }

  /** Once the socket is open again: what was missed, then what came meanwhile. */
  fillGaps(): void {
    for (const [symbol, watch] of this.#bySymbol) if (watch.held !== null) void this.#fill(symbol, watch);
  }

  takeTicks(d: unknown): void {
    for (const { p, t, q } of rowsOf(TickRow, d)) {
      const symbol = symbolOf(p);
      const watch = symbol === null ? undefined : this.#bySymbol.get(symbol);
      if (symbol === null || !watch || !(q > 0)) continue;
      const tick = { timeMs: Math.round(t * 1_000), price: q };
      if (watch.held === null) this.#tell(symbol, watch, tick);
      else if (watch.held.length < MAX_HELD) watch.held.push(tick);
    }
  }

  stop(): void {
    this.#bySymbol.clear();
  }

  async #fill(symbol: string, watch: Watch): Promise<void> {
    const nowMs = this.#deps.clock.now() + this.#client.time.offsetOrZeroMs();
    const fromMs = watch.lastMs ?? nowMs;
    const candles =
      nowMs - fromMs > MAX_GAP_MS ? null : await this.#history(symbol, fromMs - GAP_CANDLE_S * 1_000, nowMs);
    const held = watch.held ?? [];
    watch.held = null;
    const untilMs = held[0]?.timeMs ?? Number.POSITIVE_INFINITY;
    for (const tick of candles ? pricesOf(candles) : []) if (tick.timeMs < untilMs) this.#tell(symbol, watch, tick);
    for (const tick of held) this.#tell(symbol, watch, tick);
  }

  #tell(symbol: string, watch: Watch, { timeMs, price }: Price): void {
    if (this.#bySymbol.get(symbol) !== watch || (watch.lastMs !== null && timeMs <= watch.lastMs)) return;
    watch.lastMs = timeMs;
    this.#listener.onTick({ symbol, timeMs, price, backfilled: this.#isLate({ timeMs }) });
  }

  /** A price of a candle that is not late would pass for news, at a time that is only about right. */
  #isLate({ timeMs }: { readonly timeMs: number }): boolean {
    const brokerMs = this.#deps.clock.now() + this.#client.time.offsetOrZeroMs();
    return brokerMs - timeMs > BACKFILLED_AFTER_MS;
  }

  #subscribe(symbol: string, code: number, codeToo: number, wire?: Wire): void {
    const d = [{ pair: pairOf(symbol) }];
    this.#client.say(code, d, wire);
    this.#client.say(codeToo, d, wire);
  }
}

/** Four prices a candle by the shortest way through all of them, as nobody knows what happened inside. */
function pricesOf(candles: CandleColumns): readonly Price[] {
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
