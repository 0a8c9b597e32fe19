import { CLOCK_GRACE_MS } from '#candles/index.ts';
import { hadMarket, MARKET_SILENCE_MS, outcomeAt } from '#kernel/index.ts';
import type { SettleableSignal, Settlement } from './signal.ts';

/** Longest time without a market price, in base candles. The longer of this time and `MARKET_SILENCE_MS` applies. */
const SILENCE_BASE_STEPS = 5;

/** Returns the time without a base candle before the expiry, in milliseconds, after which a signal is void. */
export const silenceMsOf = (baseStepMs: number): number => Math.max(MARKET_SILENCE_MS, SILENCE_BASE_STEPS * baseStepMs);

/** Wins with which the confidence starts, out of 20 signals. They prevent large changes after a few outcomes. */
const PRIOR_WINS = 10;
const PRIOR_SIGNALS = 20;

/** State of a book as plain JSON, if its signals are plain JSON. */
export type SettlementBookSnapshot<Open extends SettleableSignal> = {
  readonly open: readonly Open[];
  readonly lastMs: number | null;
  readonly lastPrice: number | null;
  readonly lastIsTick: boolean;
  readonly wins: number;
  readonly losses: number;
};

/**
 * Decides the outcomes of setups and of strategies by the finest available series (docs/spec/pcr.md §6): ticks if there
 * are any, else base candles. Signals expire in the order of their publication, because all signals of one setup or
 * strategy have the same duration.
 */
export class SettlementBook<Open extends SettleableSignal> {
  readonly #baseStepMs: number;
  readonly #onSettled: ((settlement: Settlement<Open>) => void) | null;
  #open: Open[] = [];
  /** Expiration of the oldest open signal, epoch milliseconds. */
  #nextExpiryMs = Infinity;
  /** End of the last base candle, or time of the last tick, epoch milliseconds; NaN before the first. */
  #lastMs = NaN;
  #lastPrice = NaN;
  #lastIsTick = false;
  #wins = 0;
  #losses = 0;

  /**
   * @param baseStepSeconds length of the base candles pushed; unused when ticks are pushed
   * @param onSettled receives every outcome once, in order of expiration, during the push that decides it
   */
  constructor(baseStepSeconds: number, onSettled: ((settlement: Settlement<Open>) => void) | null) {
    this.#baseStepMs = baseStepSeconds * 1_000;
    this.#onSettled = onSettled;
  }

  get open(): readonly Open[] {
    return this.#open;
  }

  /** The fraction of the decided signals that were won, shifted towards one half by the prior. */
  get confidence(): number {
    return (this.#wins + PRIOR_WINS) / (this.#wins + this.#losses + PRIOR_SIGNALS);
  }

  add(signal: Open): void {
    this.#open.push(signal);
    if (this.#open.length === 1) this.#nextExpiryMs = signal.expirationTime;
  }

  /**
   * Adds a closed base candle.
   * @param time open time, epoch seconds
   */
  pushBase(time: number, close: number): void {
    const endMs = time * 1_000 + this.#baseStepMs;
    // A signal that expired before this candle's end settles at the previous price. `endMs - 1` is the last such time,
    // because times are whole milliseconds.
    if (this.#nextExpiryMs < endMs) this.#settleThrough(endMs - 1);
    this.#lastMs = endMs;
    this.#lastPrice = close;
    this.#lastIsTick = false;
    if (this.#nextExpiryMs <= endMs) this.#settleThrough(endMs);
  }

  /** Adds a tick, not older than the last one. */
  pushTick(timeMs: number, price: number): void {
    if (this.#nextExpiryMs <= timeMs) this.#settleThrough(timeMs);
    this.#lastMs = timeMs;
    this.#lastPrice = price;
    this.#lastIsTick = true;
  }

  /**
   * Settles the signals that expired at or before `timeMs`. The caller first pushes all prices up to and including
   * `timeMs`.
   */
  settleUntil(timeMs: number): void {
    if (this.#nextExpiryMs <= timeMs) this.#settleThrough(timeMs);
  }

  /**
   * Advances to the live time. Settles signals that expired at least a grace period before `nowMs`, so that ticks in
   * transit still count (docs/spec/pcr.md §6).
   */
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

  #decide(signal: Open): void {
    const outcome = this.#outcome(signal);
    if (outcome === 'won') this.#wins += 1;
    if (outcome === 'lost') this.#losses += 1;
    if (!this.#onSettled) return;
    this.#onSettled({ signal, outcome, settlePrice: Number.isNaN(this.#lastPrice) ? null : this.#lastPrice });
  }

  #outcome(signal: Open): Settlement['outcome'] {
    if (signal.inTicks || !this.#hadMarket(signal)) return 'void';
    return outcomeAt(signal.direction, signal.entryPrice, this.#lastPrice);
  }

  #hadMarket({ entryTime, expirationTime }: Open): boolean {
    const silenceMs = this.#lastIsTick ? MARKET_SILENCE_MS : silenceMsOf(this.#baseStepMs);
    return hadMarket(this.#lastMs, entryTime, expirationTime, silenceMs);
  }

  snapshot(): SettlementBookSnapshot<Open> {
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

  restore(state: SettlementBookSnapshot<Open>): void {
    this.#open = state.open.map((signal) => Object.freeze({ ...signal }));
    this.#nextExpiryMs = this.#open[0]?.expirationTime ?? Infinity;
    this.#lastMs = state.lastMs ?? NaN;
    this.#lastPrice = state.lastPrice ?? NaN;
    this.#lastIsTick = state.lastIsTick;
    this.#wins = state.wins;
    this.#losses = state.losses;
  }
}
