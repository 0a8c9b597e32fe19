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

/**
 * Options of one setup in a `DetectorGroup`. The group ignores `onSequence` of this listener. It calls its own
 * `onSequence` once per sequence.
 */
export type MemberOptions = {
  readonly listener: PcrListener;
  /**
   * The asset's payout for this expiry as a fraction. Null while it is unknown: the payout filter then fails. Absent in
   * a replay without a payout: the filter is then omitted.
   */
  readonly payoutRatio?: number | null;
};

/**
 * Runs many setups on one asset with one shared evaluation of sequences. Each setup finds exactly what a separate
 * `PcrDetector` would find. The caller pushes candles and ticks in the order that a detector requires. The group passes
 * a tick only to setups that need ticks.
 */
export class DetectorGroup {
  readonly key: string;
  readonly #onSequence: PcrListener['onSequence'];
  readonly #fold: SequenceFold;
  readonly #members = new Set<SetupFold>();
  /**
   * Active setups: the setups that a tick may affect. The list is computed again at each candle, because only a candle
   * can activate a setup.
   */
  #awake: SetupFold[] = [];
  /**
   * Time of the newest tick that the inactive setups have not received yet, epoch milliseconds; NaN without such a
   * tick.
   */
  #lastTickMs = NaN;
  #lastPrice = NaN;

  constructor(rules: Pick<PcrRules, 'timeframe' | 'patterns'>, onSequence?: PcrListener['onSequence']) {
    this.key = sequenceKey(rules);
    this.#onSequence = onSequence;
    this.#fold = new SequenceFold(TIMEFRAME_SECONDS[rules.timeframe], rules.patterns);
  }

  /** The evaluation of sequences that the setups share. Callers only read it. */
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
   * Adds a setup. Its rules must have the key of this group (`sequenceKey`).
   * @param state snapshot of the setup, from a detector or group for which `hasSameState` is true
   * @param candles number of candles that this detector or group has evaluated
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

  /** Adds a closed candle of the timeframe. The caller first pushes the ticks of this candle. */
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
   * Adds a tick, not older than the last one. The caller first pushes the candles that this tick closes. A late tick of
   * a closed candle changes nothing.
   */
  pushTick(timeMs: number, price: number): void {
    if (timeMs < this.#fold.closeTime * 1_000) return;
    this.#lastTickMs = timeMs;
    this.#lastPrice = price;
    for (const member of this.#awake) member.pushTick(timeMs, price);
  }

  /**
   * Advances to the live time `nowMs`: decides outcomes that expired at least a second earlier, and does not wait for a
   * tick.
   */
  advanceClock(nowMs: number): void {
    for (const member of this.#awake) member.advanceClock(nowMs);
  }

  /** Returns the state of one setup, from which a `PcrDetector` of the same rules can continue. */
  snapshotOf(member: SetupFold): DetectorSnapshot {
    if (!member.needsTicks) this.#catchUp(member);
    return { version: 1, sequences: this.#fold.snapshot(), setup: member.snapshot() };
  }

  /** Restores the evaluation of sequences from a snapshot. The caller must call it before it adds a setup. */
  restore(state: SequenceFoldSnapshot): void {
    this.#fold.restore(state);
  }

  /**
   * Returns true if the evaluations of sequences of both groups have the same state bit for bit. The number of candles
   * may differ.
   */
  hasSameState(other: DetectorGroup): boolean {
    const ofMine = { ...this.#fold.snapshot(), count: 0 };
    const ofOther = { ...other.#fold.snapshot(), count: 0 };
    return this.key === other.key && JSON.stringify(ofMine) === JSON.stringify(ofOther);
  }

  /**
   * Passes the newest missed tick to an inactive setup. The earlier missed ticks would not change the setup's state.
   */
  #catchUp(member: SetupFold): void {
    if (!Number.isNaN(this.#lastTickMs)) member.noteTick(this.#lastTickMs, this.#lastPrice);
  }
}

/**
 * Converts the ages of zones to a group that has evaluated `candles` more candles. An age counts the candles of its own
 * group.
 */
function movedBy(state: SetupFoldSnapshot, candles: number): SetupFoldSnapshot {
  return { ...state, live: state.live.map((live) => ({ ...live, bornAt: live.bornAt + candles })) };
}
