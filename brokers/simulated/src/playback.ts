import { BACKFILLED_AFTER_MS, type PriceFeedState, type PriceListener } from '@vigia/broker-kit/port';
import { type Cancel, type Clock, durationMs, type MonotonicMs } from '@vigia/core/kernel';
import type { TickWalker } from './tick-walker.ts';

const MINUTE_MS = 60_000;
/** Interval at which due ticks are published. It is the largest delay of a live tick. */
export const POLL_MS = 50;
/** Pause between two slices of a backlog, so that the event loop can do other work. */
const SLICE_GAP_MS = 20;
/** Market time that one slice of a backlog covers: about 1,700 ticks of 25 simulated assets. */
export const BACKLOG_SLICE_MS = 60_000;

/**
 * Smallest clock jump: wall time has advanced this much more than monotonic time, because the clock was set ahead or
 * the machine was suspended.
 */
const LEAP_MIN_MS = 2_000;
/**
 * Time for which a clock jump must last before its ticks are published. Published ticks cannot be withdrawn. If the
 * clock was set ahead by mistake and is then corrected, the market would otherwise stop until the clock reaches the
 * published time again. A long clock jump must therefore last longer.
 */
const LEAP_HELD_MS = 8_000;
const LONG_LEAP_MS = 15 * 60_000;
const LONG_LEAP_HELD_MS = 30_000;

/** The ticks of a symbol. The walker is at the first tick to publish. */
export type SymbolTicks = { readonly symbol: string; readonly walker: TickWalker };

/** The ticks to publish, and the relation between market time and clock time. */
export type PlaybackState = {
  readonly tracks: readonly SymbolTicks[];
  /** Ticks up to this market time have been published already. */
  readonly playedMs: number;
  /** Market milliseconds per clock millisecond. */
  readonly speed: number;
  /** Market time at the moment playback starts. */
  readonly marketMs: number;
};

/**
 * Publishes ticks when the clock reaches their times. A backlog is published in slices, so that the event loop is never
 * blocked for long.
 */
export class Playback {
  readonly #clock: Clock;
  readonly #listener: PriceListener;
  readonly #initial: PlaybackState;
  readonly #startedMs: number;
  #playedMs: number;
  /** A pair of times without a clock jump: a due market time, and the monotonic time at that moment. */
  #regular: { readonly marketMs: number; readonly atMs: MonotonicMs };
  /**
   * Time at which the current clock jump was detected, if its ticks are not published yet; null without such a jump.
   */
  #leaptAtMs: MonotonicMs | null = null;
  #state: PriceFeedState = 'connecting';
  #cancelTimer: Cancel;
  #stopped = false;

  constructor(clock: Clock, initial: PlaybackState, listener: PriceListener) {
    this.#clock = clock;
    this.#initial = initial;
    this.#listener = listener;
    this.#startedMs = clock.now();
    this.#playedMs = initial.playedMs;
    this.#regular = { marketMs: initial.marketMs, atMs: clock.monotonicMs() };
    this.#cancelTimer = clock.after(durationMs(0), () => this.#step());
  }

  /** Every tick with a time up to this one has been published. */
  get playedMs(): number {
    return this.#playedMs;
  }

  /** Stops at once: not even the rest of the current slice is published. */
  stop(): void {
    this.#stopped = true;
    this.#cancelTimer();
  }

  #step(): void {
    const dueMs = this.#marketTimeAt(this.#clock.now());
    if (this.#isHeld(dueMs)) {
      this.#report('catching_up');
      if (!this.#stopped) this.#cancelTimer = this.#clock.after(durationMs(POLL_MS), () => this.#step());
      return;
    }
    const throughMs = Math.min(dueMs, this.#playedMs + BACKLOG_SLICE_MS * Math.max(1, this.#initial.speed));
    this.#play(throughMs, this.#marketTimeAt(this.#clock.now() - BACKFILLED_AFTER_MS));
    // A listener may have stopped the playback within the slice. The rest of the slice is then not published.
    if (this.#stopped) return;
    this.#playedMs = Math.max(this.#playedMs, throughMs);
    const isBehind = throughMs < dueMs;
    this.#report(this.#isOver() ? 'ended' : isBehind ? 'catching_up' : 'live');
    if (!this.#stopped) this.#listener.onComplete?.(this.#playedMs);
    if (this.#stopped || this.#state === 'ended') return;
    const delayMs = isBehind ? SLICE_GAP_MS : Math.min(POLL_MS, this.#untilMinuteMs(dueMs));
    this.#cancelTimer = this.#clock.after(durationMs(delayMs), () => this.#step());
  }

  /** Returns the time until the market reaches its next minute, so that no candle waits for the end of a poll. */
  #untilMinuteMs(marketMs: number): number {
    return Math.max(1, Math.ceil((MINUTE_MS - (marketMs % MINUTE_MS)) / this.#initial.speed));
  }

  /**
   * Returns true if a clock jump is too recent to publish its ticks. Returns false once the jump has lasted long enough
   * or was reverted.
   */
  #isHeld(dueMs: number): boolean {
    const nowMs = this.#clock.monotonicMs();
    const leapMs = (dueMs - this.#regularMs(nowMs)) / this.#initial.speed;
    if (leapMs < LEAP_MIN_MS) this.#leaptAtMs = null;
    else {
      this.#leaptAtMs ??= nowMs;
      const heldMs = leapMs < LONG_LEAP_MS ? LEAP_HELD_MS : LONG_LEAP_HELD_MS;
      if (nowMs - this.#leaptAtMs < heldMs) return true;
      this.#leaptAtMs = null;
    }
    // After a step back, the clock may later return to its regular time. The regular time is therefore not changed.
    if (leapMs > 0) this.#regular = { marketMs: dueMs, atMs: nowMs };
    return false;
  }

  /** Returns the market time that would be due without a clock jump. */
  #regularMs(nowMs: MonotonicMs): number {
    return this.#regular.marketMs + (nowMs - this.#regular.atMs) * this.#initial.speed;
  }

  #play(throughMs: number, liveFromMs: number): void {
    if (liveFromMs > this.#playedMs) this.#report('catching_up');
    for (const { symbol, walker } of this.#initial.tracks) {
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
    return this.#initial.tracks.every(({ walker }) => walker.timeMs === Infinity);
  }

  #marketTimeAt(clockMs: number): number {
    return this.#initial.marketMs + (clockMs - this.#startedMs) * this.#initial.speed;
  }
}
