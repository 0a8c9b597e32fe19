import { TIMEFRAME_SECONDS } from '#vocabulary/index.ts';
import type { DetectorSnapshot } from './detector.ts';
import type { PcrListener } from './listener.ts';
import { SequenceFold, type SequenceFoldSnapshot } from './run/sequence-fold.ts';
import type { Patterns, PcrRules } from './setup/setup.ts';
import { SetupFold, type SetupFoldSnapshot } from './setup-fold.ts';

/** What of the patterns makes a sequence; colours and zone parameters only say what becomes of it. */
export type SequenceRules = Omit<Patterns, 'colors' | 'zone'>;

/** Equal for rules that can share a `DetectorGroup`. */
export function sequenceKey({ timeframe, patterns }: Pick<PcrRules, 'timeframe' | 'patterns'>): string {
  const { colors: _colors, zone: _zone, ...rules } = patterns;
  return `${timeframe} ${JSON.stringify(rules)}`;
}

/** A setup in a group. `onSequence` of its listener is not called: a sequence is told once, to the group's. */
export type MemberOptions = {
  readonly listener: PcrListener;
  /** As for `PcrDetector`. */
  readonly payoutRatio?: number | null;
};

/**
 * Many setups on one asset over one sequence evaluation, each finding what a `PcrDetector` of its own would. Pushed like
 * one, with ticks for outcomes. A tick costs only the setups that wait for it, and nothing is looked up.
 */
export class DetectorGroup {
  readonly key: string;
  readonly #onSequence: PcrListener['onSequence'];
  readonly #fold: SequenceFold;
  readonly #members = new Set<SetupFold>();
  /** Those that a tick may matter to; found at each candle, for only a candle can wake a setup. */
  #awake: SetupFold[] = [];
  /** What the others have not been told yet. */
  #lastTickMs = NaN;
  #lastPrice = NaN;

  constructor(rules: Pick<PcrRules, 'timeframe' | 'patterns'>, onSequence?: PcrListener['onSequence']) {
    this.key = sequenceKey(rules);
    this.#onSequence = onSequence;
    this.#fold = new SequenceFold(TIMEFRAME_SECONDS[rules.timeframe], rules.patterns);
  }

  /** The evaluation its setups share; to be read only. */
  get fold(): Readonly<SequenceFold> {
    return this.#fold;
  }

  get size(): number {
    return this.#members.size;
  }

  /** Open time of the last closed candle, epoch seconds; null before the first. */
  get lastCandleTime(): number | null {
    return this.#fold.count === 0 ? null : this.#fold.time;
  }

  /**
   * Adds a setup whose rules have the group's key.
   * @param state where the setup stood in a detector or group that `standsLike` this one; `candles`: how many that had seen
   */
  add(rules: PcrRules, options: MemberOptions, state?: SetupFoldSnapshot, candles = this.#fold.count): SetupFold {
    const member = new SetupFold(this.#fold, rules, { baseStepSeconds: 60, ...options });
    if (state !== undefined) member.restore(movedBy(state, this.#fold.count - candles));
    this.#members.add(member);
    if (member.needsTicks) this.#awake.push(member);
    return member;
  }

  remove(member: SetupFold): void {
    this.#members.delete(member);
    this.#awake = this.#awake.filter((awake) => awake !== member);
  }

  /** A candle of the timeframe has closed, after its ticks. */
  push(time: number, open: number, high: number, low: number, close: number): void {
    const fold = this.#fold;
    for (const member of this.#members) if (!member.needsTicks) this.#catchUp(member);
    fold.push(time, open, high, low, close);
    if (fold.brokeSequence && this.#onSequence) this.#onSequence(fold.sequence());
    this.#awake = [];
    for (const member of this.#members) {
      member.closeCandle();
      if (member.needsTicks) this.#awake.push(member);
    }
  }

  /** A tick, not before the last one; after the closed candles that it ends. One that belongs to a closed candle is late and changes nothing. */
  pushTick(timeMs: number, price: number): void {
    if (timeMs < this.#fold.closeTime * 1_000) return;
    this.#lastTickMs = timeMs;
    this.#lastPrice = price;
    for (const member of this.#awake) member.pushTick(timeMs, price);
  }

  /** The live clock shows `nowMs`: outcomes whose expiration is a second past are decided without waiting for a tick. */
  advanceClock(nowMs: number): void {
    for (const member of this.#awake) member.advanceClock(nowMs);
  }

  /** Where one of its setups stands: what a `PcrDetector` of its rules would continue from. */
  snapshotOf(member: SetupFold): DetectorSnapshot {
    if (!member.needsTicks) this.#catchUp(member);
    return { version: 1, sequences: this.#fold.snapshot(), setup: member.snapshot() };
  }

  /** Begins where a snapshot was taken, before any setup is added. */
  restore(state: SequenceFoldSnapshot): void {
    this.#fold.restore(state);
  }

  /** Whether the evaluation stands where that one does, bit for bit; how long ago it began does not matter. */
  standsLike(other: DetectorGroup): boolean {
    const ofMine = { ...this.#fold.snapshot(), count: 0 };
    const ofOther = { ...other.#fold.snapshot(), count: 0 };
    return this.key === other.key && JSON.stringify(ofMine) === JSON.stringify(ofOther);
  }

  /** The newest tick a sleeping setup has missed is all it would remember of them. */
  #catchUp(member: SetupFold): void {
    if (!Number.isNaN(this.#lastTickMs)) member.noteTick(this.#lastTickMs, this.#lastPrice);
  }
}

/** Zones count their age in candles of their fold; another fold of the same evaluation may have begun earlier or later. */
function movedBy(state: SetupFoldSnapshot, candles: number): SetupFoldSnapshot {
  return { ...state, live: state.live.map((live) => ({ ...live, bornAt: live.bornAt + candles })) };
}
