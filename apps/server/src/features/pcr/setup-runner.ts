import type { PcrSequenceView } from '@vigia/contract';
import { at, bucketOf, type Candle, type CandleColumns, candleAt, resample } from '@vigia/core/candles';
import {
  PcrDetector,
  type PcrRules,
  type Sequence,
  type Settlement,
  type Signal,
  type Zone,
  type ZoneEnd,
} from '@vigia/core/pcr';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { SetupRow } from './pcr.repository.ts';
import { type TrackedZone, toSequenceView } from './views.ts';

const MINUTE_S = 60;
/** Sequences kept in memory for the chart and the monitor, the newest ones. */
const SEQUENCES_KEPT = 200;

/** What a runner tells the engine; `isLive` is false for what belongs to the past: folded, back-filled or before the setup's `live_since`. */
export interface RunnerListener {
  onSequence(sequence: PcrSequenceView): void;
  onSignal(signal: Signal, isLive: boolean): void;
  onSettlement(settlement: Settlement): void;
}

/** The payout, as a fraction, of the setup's asset and expiry at a candle's close, epoch milliseconds. */
export type PayoutAt = (closeMs: number) => number;

type Tracked = { readonly sequence: Sequence; zone: TrackedZone | null };

/** One setup's detector: first folded over the stored past, then fed live, with what it found lately at hand. */
export class SetupRunner {
  readonly row: SetupRow;
  readonly #detector: PcrDetector;
  readonly #listener: RunnerListener;
  readonly #timeframeSeconds: number;
  /** null where no filter asks for it. */
  readonly #payoutAt: PayoutAt | null;
  /** By breaking candle, oldest first. */
  readonly #sequences = new Map<number, Tracked>();
  #isLive = false;
  #lastTickMs = -Infinity;

  constructor(row: SetupRow, rules: PcrRules, payoutAt: PayoutAt, listener: RunnerListener) {
    this.row = row;
    this.#listener = listener;
    this.#timeframeSeconds = TIMEFRAME_SECONDS[rules.timeframe];
    this.#payoutAt = rules.filters.some(({ filter }) => filter === 'payout') ? payoutAt : null;
    this.#detector = new PcrDetector(rules, {
      payoutRatio: null,
      listener: {
        onSequence: (sequence) => this.#track(sequence),
        onZone: (zone) => this.#trackZone(zone, { zone, state: 'live', endedAt: null }),
        onZoneEnd: (zone, end, endedAt) => this.#endZone(zone, end, endedAt),
        onSignal: (signal) => listener.onSignal(signal, this.#isLive),
        onSettlement: (settlement) => listener.onSettlement(settlement),
      },
    });
  }

  /** Newest first. */
  get sequences(): PcrSequenceView[] {
    return [...this.#sequences.values()]
      .map(({ sequence, zone }) => toSequenceView(this.row, sequence, zone))
      .toReversed();
  }

  get lastCandleTime(): number | null {
    return this.#detector.lastCandleTime;
  }

  /**
   * Folds the stored minutes, ascending. Each counts as one tick at its very end: with expirations on whole minutes that
   * decides every outcome as its last real tick would (pcr.md §6), so a restart changes nothing.
   */
  foldHistory(minutes: CandleColumns): void {
    const { candles } = resample(minutes, this.#timeframeSeconds, MINUTE_S);
    let row = 0;
    for (let i = 0; i < candles.length; i += 1) {
      const end = at(candles.time, i) + this.#timeframeSeconds;
      for (; row < minutes.length && at(minutes.time, row) < end; row += 1) this.#pushMinute(minutes, row);
      this.#pushCandle(candleAt(candles, i));
    }
    for (; row < minutes.length; row += 1) this.#pushMinute(minutes, row);
  }

  /** A candle of the setup's timeframe has closed; one the fold has already seen changes nothing. */
  takeCandle(candle: Candle, isLive: boolean): void {
    if (candle.time <= (this.lastCandleTime ?? -Infinity)) return;
    this.#isLive = isLive && this.#closesLive(candle.time);
    this.#pushCandle(candle);
    this.#isLive = false;
  }

  /** A tick; one older than what the fold has already seen changes nothing. */
  takeTick(timeMs: number, price: number, isLive: boolean): void {
    if (timeMs < this.#lastTickMs) return;
    this.#lastTickMs = timeMs;
    this.#isLive = isLive && this.#closesLive(bucketOf(timeMs / 1_000, this.#timeframeSeconds));
    this.#detector.pushTick(timeMs, price);
    this.#isLive = false;
  }

  advanceClock(nowMs: number): void {
    this.#detector.advanceClock(nowMs);
  }

  /** Whether the candle closes after the setup went live. @param time its open time */
  #closesLive(time: number): boolean {
    return (time + this.#timeframeSeconds) * 1_000 > this.row.live_since.getTime();
  }

  /** Past and live alike: with the payout that held at the candle's close. */
  #pushCandle({ time, open, high, low, close }: Candle): void {
    if (this.#payoutAt !== null) this.#detector.setPayout(this.#payoutAt((time + this.#timeframeSeconds) * 1_000));
    this.#detector.push(time, open, high, low, close);
  }

  #pushMinute(minutes: CandleColumns, row: number): void {
    this.#lastTickMs = (at(minutes.time, row) + MINUTE_S) * 1_000 - 1;
    this.#detector.pushTick(this.#lastTickMs, at(minutes.close, row));
  }

  #track(sequence: Sequence): void {
    this.#sequences.set(sequence.breakingCandle.time, { sequence, zone: null });
    if (this.#sequences.size > SEQUENCES_KEPT) {
      const [oldest] = this.#sequences.keys();
      if (oldest !== undefined) this.#sequences.delete(oldest);
    }
    // A valid sequence is told of once its zone is known, which follows at once.
    if (!sequence.isValid) this.#listener.onSequence(toSequenceView(this.row, sequence, null));
  }

  #trackZone(zone: Zone, tracked: TrackedZone): void {
    const entry = this.#sequences.get(zone.sequence.breakingCandle.time);
    if (entry === undefined) return;
    entry.zone = tracked;
    this.#listener.onSequence(toSequenceView(this.row, entry.sequence, tracked));
  }

  #endZone(zone: Zone, state: ZoneEnd, endedAt: number): void {
    this.#trackZone(zone, { zone, state, endedAt });
  }
}
