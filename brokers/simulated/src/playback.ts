import { BACKFILLED_AFTER_MS, type PriceFeedState, type PriceListener } from '@vigia/broker-kit/port';
import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { TickWalker } from './tick-walker.ts';

/** How often due ticks are looked for: the most a live tick is late. */
export const POLL_MS = 50;
/** Pause between two slices of a backlog, which leaves the event loop to other work. */
const SLICE_GAP_MS = 20;
/** Market time made up for in one slice: about 1,400 ticks of 25 simulated assets. */
export const SLICE_MARKET_MS = 60_000;

/** A symbol's ticks, standing on the first one to hand out. */
export type Track = { readonly symbol: string; readonly walker: TickWalker };

/** The recording, and how the market's own time follows the clock. */
export type Score = {
  readonly tracks: readonly Track[];
  /** Everything before this market time has been handed out already. */
  readonly playedMs: number;
  /** Market milliseconds a clock millisecond. */
  readonly speed: number;
  /** Market time at the moment playback starts. */
  readonly marketMs: number;
};

/** Hands out ticks as the clock reaches them; a backlog in slices, so that the event loop is never blocked for long. */
export class Playback {
  readonly #clock: Clock;
  readonly #listener: PriceListener;
  readonly #score: Score;
  readonly #startedMs: number;
  #playedMs: number;
  #state: PriceFeedState = 'connecting';
  #cancelTimer: Cancel;
  #stopped = false;

  constructor(clock: Clock, score: Score, listener: PriceListener) {
    this.#clock = clock;
    this.#score = score;
    this.#listener = listener;
    this.#startedMs = clock.now();
    this.#playedMs = score.playedMs;
    this.#cancelTimer = clock.after(durationMs(0), () => this.#step());
  }

  /** Every tick with time ≤ this has been handed out. */
  get playedMs(): number {
    return this.#playedMs;
  }

  /** Nothing is handed out any more, not even the rest of a slice under way. */
  stop(): void {
    this.#stopped = true;
    this.#cancelTimer();
  }

  #step(): void {
    const dueMs = this.#marketTimeAt(this.#clock.now());
    const throughMs = Math.min(dueMs, this.#playedMs + SLICE_MARKET_MS * Math.max(1, this.#score.speed));
    this.#play(throughMs, this.#marketTimeAt(this.#clock.now() - BACKFILLED_AFTER_MS));
    // Stopped within a slice it has not handed out all of it.
    if (this.#stopped) return;
    this.#playedMs = Math.max(this.#playedMs, throughMs);
    const isBehind = throughMs < dueMs;
    this.#report(this.#isOver() ? 'ended' : isBehind ? 'catching_up' : 'live');
    if (this.#stopped || this.#state === 'ended') return;
    this.#cancelTimer = this.#clock.after(durationMs(isBehind ? SLICE_GAP_MS : POLL_MS), () => this.#step());
  }

  #play(throughMs: number, liveFromMs: number): void {
    if (liveFromMs > this.#playedMs) this.#report('catching_up');
    for (const { symbol, walker } of this.#score.tracks) {
      for (; walker.timeMs <= throughMs && !this.#stopped; walker.next()) {
        const { timeMs, price } = walker;
        this.#listener.onTick({ symbol, timeMs, price, backfilled: timeMs < liveFromMs });
      }
    }
  }

  #report(state: PriceFeedState): void {
    if (state === this.#state || this.#stopped) return;
    this.#state = state;
    this.#listener.onState(state);
  }

  #isOver(): boolean {
    return this.#score.tracks.every(({ walker }) => walker.timeMs === Infinity);
  }

  #marketTimeAt(clockMs: number): number {
    return this.#score.marketMs + (clockMs - this.#startedMs) * this.#score.speed;
  }
}
