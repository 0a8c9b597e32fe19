import { TIMEFRAME_SECONDS } from '#vocabulary/index.ts';
import type { DetectorSnapshot } from './detector.ts';
import type { PcrListener } from './listener.ts';
import { SequenceFold, type SequenceFoldSnapshot } from './run/sequence-fold.ts';
import type { PcrRules } from './setup/setup.ts';
import { SetupFold, type SetupFoldSnapshot } from './setup-fold.ts';

/** Returns a key that is equal for rules that can share a `DetectorGroup`. */
export function sequenceKey({ timeframe, patterns }: Pick<PcrRules, 'timeframe' | 'patterns'>): string {
  const { colors: _colors, zone: _zone, ...rules } = patterns;
  return `${timeframe} ${JSON.stringify(rules)}`;
}

/** A setup in a group. Its listener's `onSequence` is not called: the group's listener receives each sequence once. */
export type MemberOptions = {
  readonly listener: PcrListener;
  /** Same meaning as in `PcrDetector`. */
  readonly payoutRatio?: number | null;
};

/**
 * Runs many setups on one asset with one shared evaluation of sequences. Each setup finds exactly what a separate
 * `PcrDetector` would find. The caller pushes candles and ticks as to a detector. A tick is passed only to setups that
 * wait for one.
 */
export class DetectorGroup {
  readonly key: string;
  readonly #onSequence: PcrListener['onSequence'];
  readonly #fold: SequenceFold;
  readonly #members = new Set<SetupFold>();
  /** Awake setups: those a tick may affect. Recomputed at each candle, because only a candle can wake a setup. */
  #awake: SetupFold[] = [];
  /** The newest tick that the sleeping setups have not yet received. */
  #lastTickMs = NaN;
  #lastPrice = NaN;

  constructor(rules: Pick<PcrRules, 'timeframe' | 'patterns'>, onSequence?: PcrListener['onSequence']) {
    this.key = sequenceKey(rules);
    this.#onSequence = onSequence;
    this.#fold = new SequenceFold(TIMEFRAME_SECONDS[rules.timeframe], rules.patterns);
  }

  /** The sequence evaluation that the setups share; read-only for callers. */
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
   * @param state the setup's snapshot, taken from a detector or group for which `hasSameState` is true; its `candles`
   * is the number of candles that one had seen
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

  /** Adds a closed candle of the timeframe, after its ticks. */
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

  /**
   * Adds a tick, not before the last one and after the closed candles that it ends. A late tick of a closed candle
   * changes nothing.
   */
  pushTick(timeMs: number, price: number): void {
    if (timeMs < this.#fold.closeTime * 1_000) return;
    this.#lastTickMs = timeMs;
    this.#lastPrice = price;
    for (const member of this.#awake) member.pushTick(timeMs, price);
  }

  /**
   * Reports the live clock: decides outcomes that expired at least a second before `nowMs` without waiting for a tick.
   */
  advanceClock(nowMs: number): void {
    for (const member of this.#awake) member.advanceClock(nowMs);
  }

  /** Returns the state of one setup, from which a `PcrDetector` of the same rules can continue. */
  snapshotOf(member: SetupFold): DetectorSnapshot {
    if (!member.needsTicks) this.#catchUp(member);
    return { version: 1, sequences: this.#fold.snapshot(), setup: member.snapshot() };
  }

  /** Restores the evaluation from a snapshot; must be called before any setup is added. */
  restore(state: SequenceFoldSnapshot): void {
    this.#fold.restore(state);
  }

  /** Whether both groups' evaluations of sequences have the same state bit for bit; their start times may differ. */
  hasSameState(other: DetectorGroup): boolean {
    const ofMine = { ...this.#fold.snapshot(), count: 0 };
    const ofOther = { ...other.#fold.snapshot(), count: 0 };
    return this.key === other.key && JSON.stringify(ofMine) === JSON.stringify(ofOther);
  }

  /** Passes the newest missed tick to a sleeping setup. Earlier ones would not change its state. */
  #catchUp(member: SetupFold): void {
    if (!Number.isNaN(this.#lastTickMs)) member.noteTick(this.#lastTickMs, this.#lastPrice);
  }
}

/** Converts zone ages to a group that began earlier or later. An age is the number of candles in its own group. */
function movedBy(state: SetupFoldSnapshot, candles: number): SetupFoldSnapshot {
  return { ...state, live: state.live.map((live) => ({ ...live, bornAt: live.bornAt + candles })) };
}
