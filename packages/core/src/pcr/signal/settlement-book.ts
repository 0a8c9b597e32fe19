import { CLOCK_GRACE_MS } from '#candles/index.ts';
import type { PcrListener } from '../listener.ts';
import type { Settlement, Signal } from './signal.ts';

/** No price for this long before expiration means that there was no market. */
const SILENCE_MS = 60_000;
/** The same in base candles, where these are longer. */
const SILENCE_BASE_STEPS = 5;

/** Confidence starts as 10 wins in 20 signals, so that a few outcomes cannot swing it. */
const PRIOR_WINS = 10;
const PRIOR_SIGNALS = 20;

export type SettlementBookSnapshot = {
  readonly open: readonly Signal[];
  readonly lastMs: number | null;
  readonly lastPrice: number | null;
  readonly lastIsTick: boolean;
  readonly wins: number;
  readonly losses: number;
};

/**
 * Outcomes against the finest series at hand (pcr.md §6): base candles in a replay, ticks where there are any.
 * Signals expire in the order they were published, since all of a setup last equally long.
 */
export class SettlementBook {
  readonly #baseStepMs: number;
  readonly #listener: PcrListener;
  #open: Signal[] = [];
  /** Expiration of the oldest open signal, epoch milliseconds. */
  #nextExpiryMs = Infinity;
  /** End of the last base candle or time of the last tick. */
  #lastMs = NaN;
  #lastPrice = NaN;
  #lastIsTick = false;
  #wins = 0;
  #losses = 0;

  constructor(baseStepSeconds: number, listener: PcrListener) {
    this.#baseStepMs = baseStepSeconds * 1_000;
    this.#listener = listener;
  }

  get open(): readonly Signal[] {
    return this.#open;
  }

  /** Share of won signals among those decided so far, held back by the prior. */
  get confidence(): number {
    return (this.#wins + PRIOR_WINS) / (this.#wins + this.#losses + PRIOR_SIGNALS);
  }

  add(signal: Signal): void {
    this.#open.push(signal);
    if (this.#open.length === 1) this.#nextExpiryMs = signal.expirationTime;
  }

  /** A base candle has closed. @param time its open time, epoch seconds */
  pushBase(time: number, close: number): void {
    const endMs = time * 1_000 + this.#baseStepMs;
    // What expired before this candle's end is decided by the one before it: all times are whole milliseconds.
    if (this.#nextExpiryMs < endMs) this.#settleThrough(endMs - 1);
    this.#lastMs = endMs;
    this.#lastPrice = close;
    this.#lastIsTick = false;
    if (this.#nextExpiryMs <= endMs) this.#settleThrough(endMs);
  }

  /** A tick has come, not before the last one. */
  pushTick(timeMs: number, price: number): void {
    if (this.#nextExpiryMs <= timeMs) this.#settleThrough(timeMs);
    this.#lastMs = timeMs;
    this.#lastPrice = price;
    this.#lastIsTick = true;
  }

  /** Everything that happened up to and at `timeMs` has been pushed. */
  settleUntil(timeMs: number): void {
    if (this.#nextExpiryMs <= timeMs) this.#settleThrough(timeMs);
  }

  /** The live clock shows `nowMs`: what expired a grace before it is decided, so that ticks under way still count (pcr.md §6). */
  advanceClock(nowMs: number): void {
    this.settleUntil(nowMs - CLOCK_GRACE_MS);
  }

  #settleThrough(timeMs: number): void {
    for (let oldest = this.#open[0]; oldest && oldest.expirationTime <= timeMs; oldest = this.#open[0]) {
      this.#open.shift();
      this.#nextExpiryMs = this.#open[0]?.expirationTime ?? Infinity;
      this.#decide(oldest);
    }
  }

  #decide(signal: Signal): void {
    const outcome = this.#outcome(signal);
    if (outcome === 'won') this.#wins += 1;
    if (outcome === 'lost') this.#losses += 1;
    const settlePrice = Number.isNaN(this.#lastPrice) ? null : this.#lastPrice;
    this.#listener.onSettlement?.({ signal, outcome, settlePrice });
  }

  #outcome(signal: Signal): Settlement['outcome'] {
    if (!this.#hadMarket(signal)) return 'void';
    if (this.#lastPrice === signal.entryPrice) return 'tie';
    return this.#lastPrice > signal.entryPrice === (signal.direction === 'CALL') ? 'won' : 'lost';
  }

  /** Of ticks the entry need not be asked: no expiry is under a minute, so that a tick after the silence came after the entry. */
  #hadMarket({ entryTime, expirationTime }: Signal): boolean {
    if (this.#lastIsTick) return this.#lastMs > expirationTime - SILENCE_MS;
    const silenceMs = Math.max(SILENCE_MS, SILENCE_BASE_STEPS * this.#baseStepMs);
    return this.#lastMs > entryTime && this.#lastMs > expirationTime - silenceMs;
  }

  snapshot(): SettlementBookSnapshot {
    const unseen = Number.isNaN(this.#lastMs);
    return {
      open: [...this.#open],
      lastMs: unseen ? null : this.#lastMs,
      lastPrice: unseen ? null : this.#lastPrice,
      lastIsTick: this.#lastIsTick,
      wins: this.#wins,
      losses: this.#losses,
    };
  }

  restore(state: SettlementBookSnapshot): void {
    this.#open = state.open.map((signal) => Object.freeze({ ...signal }));
    this.#nextExpiryMs = this.#open[0]?.expirationTime ?? Infinity;
    this.#lastMs = state.lastMs ?? NaN;
    this.#lastPrice = state.lastPrice ?? NaN;
    this.#lastIsTick = state.lastIsTick;
    this.#wins = state.wins;
    this.#losses = state.losses;
  }
}
