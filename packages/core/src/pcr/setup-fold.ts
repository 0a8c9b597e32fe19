import { bucketOf, type CandleColumns } from '#candles/index.ts';
import { epochMs, price as priceOf } from '#kernel/index.ts';
import { expiryLengthIn } from '#lengths/index.ts';
import { TIMEFRAME_SECONDS } from '#vocabulary/index.ts';
import type { FilterResult } from './filters/filter-result.ts';
import { FilterSet } from './filters/filter-set.ts';
import type { PcrListener } from './listener.ts';
import type { SequenceFold } from './run/sequence-fold.ts';
import type { PcrRules } from './setup/setup.ts';
import {
  type Candidate,
  countOpposing,
  type FilteredCandidate,
  filterRefusal,
  lateRefusal,
} from './signal/candidate.ts';
import { SettlementBook, type SettlementBookSnapshot } from './signal/settlement-book.ts';
import { type CandidateRefusal, expirationOf, frozenSignal, patternOf, type Signal } from './signal/signal.ts';
import { LiveZone, type LiveZoneSnapshot } from './zone/live-zone.ts';
import { makeZone } from './zone/make-zone.ts';
import { pricedLevelNames } from './zone/watched-levels.ts';
import type { Zone, ZoneEnd, ZoneLevel } from './zone/zone.ts';

export type SetupFoldSnapshot = {
  readonly live: readonly LiveZoneSnapshot[];
  readonly filters: readonly (readonly number[])[];
  readonly book: SettlementBookSnapshot<Signal>;
  readonly publishedInCandle: boolean;
};

export type SetupFoldOptions = {
  readonly listener: PcrListener;
  /** Length of the base candles that decide outcomes, in seconds; unused when ticks are pushed. */
  readonly baseStepSeconds: number;
  /**
   * The asset's payout for this expiry as a fraction. Null while it is unknown: the payout filter then fails. Absent in
   * a replay without a payout: the filter is then omitted.
   */
  readonly payoutRatio?: number | null;
};

/** Time and price of the entry of a candidate. */
type Entry = { readonly timeMs: number; readonly price: number; readonly byTick: boolean };

/**
 * Evaluates price zones, filters, gates, signals and outcomes of one setup (docs/spec/pcr.md §5, §6), over a
 * `SequenceFold` that setups may share.
 */
export class SetupFold {
  readonly #fold: SequenceFold;
  readonly #rules: PcrRules;
  readonly #ofTimeZero: ReturnType<typeof expirationOf>;
  readonly #listener: PcrListener;
  readonly #timeframeSeconds: number;
  readonly #filters: FilterSet;
  readonly #book: SettlementBook<Signal>;
  readonly #firesOnClose: boolean;
  readonly #entersAtBreak: boolean;
  readonly #pricedLevelNames: readonly ZoneLevel[];
  /** Live zones in order of creation. */
  #live: LiveZone[] = [];
  #payoutRatio: number;
  /** Whether a tick of the forming candle has published a signal. */
  #publishedInCandle = false;

  constructor(fold: SequenceFold, rules: PcrRules, { listener, baseStepSeconds, payoutRatio }: SetupFoldOptions) {
    this.#fold = fold;
    this.#rules = rules;
    this.#ofTimeZero = expirationOf(0, expiryLengthIn(rules));
    this.#listener = listener;
    this.#timeframeSeconds = TIMEFRAME_SECONDS[rules.timeframe];
    this.#filters = new FilterSet(rules, payoutRatio === undefined);
    this.#book = new SettlementBook(
      baseStepSeconds,
      listener.onSettlement ? (settlement) => listener.onSettlement?.(settlement) : null,
    );
    this.#firesOnClose = rules.trigger === 'close';
    this.#entersAtBreak = rules.entryPoints.includes('ruptura');
    this.#pricedLevelNames = pricedLevelNames(rules.entryPoints);
    this.#payoutRatio = payoutRatio ?? NaN;
  }

  get liveZones(): readonly Zone[] {
    return this.#live.map(({ zone }) => zone);
  }

  get pendingSignals(): readonly Signal[] {
    return this.#book.open;
  }

  setPayout(payoutRatio: number | null): void {
    this.#payoutRatio = payoutRatio ?? NaN;
  }

  /**
   * Whether the setup has no live zone and no open signal. If so, a candle that creates no zone changes only the state
   * of the filters.
   */
  get isIdle(): boolean {
    return this.#live.length === 0 && this.#book.open.length === 0;
  }

  /**
   * Handles rows from `from` up to but excluding `to`. During these rows the setup must be idle and no zone may be
   * created.
   */
  passOver(columns: CandleColumns, from: number, to: number): void {
    this.#filters.pushRows(columns, from, to);
  }

  /**
   * Handles a closed candle that was just added to the sequence fold. The order is: touched and invalidated zones, a
   * new zone, signals, and zones that are too old.
   */
  closeCandle(): void {
    const fold = this.#fold;
    this.#book.settleUntil(fold.closeTime * 1_000);
    if (fold.zonesExpired) this.#expireAll(fold.time);
    this.#filters.push(fold.close);
    let candidates = this.#live.length === 0 ? null : this.#meetZones();
    const broken = fold.sequenceIsValid ? this.#openZone() : null;
    if (broken) candidates = candidates ? [...candidates, broken] : [broken];
    if (candidates) this.#decide(candidates, { timeMs: fold.closeTime * 1_000, price: fold.close, byTick: false });
    if (this.#hasOld()) this.#expireOld();
    this.#publishedInCandle = false;
  }

  /**
   * Handles a closed base candle. If the base candle also completes a candle of the timeframe, the caller passes the
   * base candle first. @param time open time, epoch seconds
   */
  pushBase(time: number, close: number): void {
    this.#book.pushBase(time, close);
  }

  /**
   * Handles a tick. The caller first pushes the candles that this tick closes. A late tick of a closed candle changes
   * nothing.
   */
  pushTick(timeMs: number, price: number): void {
    if (timeMs < this.#fold.closeTime * 1_000) return;
    this.#book.pushTick(timeMs, price);
    if (this.#firesOnClose || this.#live.length === 0) return;
    const bucket = bucketOf(timeMs / 1_000, this.#timeframeSeconds);
    if (this.#fold.endsZones(bucket)) this.#expireAll(bucket);
    if (this.#publishedInCandle) return;
    const touched = this.#meetTick(price);
    if (touched.length > 0) this.#decide(touched, { timeMs, price, byTick: true });
  }

  /**
   * Whether a tick may affect this setup: an outcome is pending or a zone may be touched. Only a closed candle can
   * change the value from false to true.
   */
  get needsTicks(): boolean {
    return this.#book.open.length > 0 || (!this.#firesOnClose && this.#live.length > 0);
  }

  /** Handles the newest of the ticks that this setup did not receive while it was inactive. */
  noteTick(timeMs: number, price: number): void {
    this.#book.pushTick(timeMs, price);
  }

  /** Advances to the live time `nowMs`: decides the outcomes that expired at least a second earlier. */
  advanceClock(nowMs: number): void {
    this.#book.advanceClock(nowMs);
  }

  /**
   * Removes the zones that the candle invalidates. Returns the candidates of the other zones, or null if there are
   * none.
   */
  #meetZones(): Candidate[] | null {
    const { previousClose, high, low, close } = this.#fold;
    let candidates: Candidate[] | null = null;
    let someEnded = false;
    for (const live of this.#live) {
      live.rearm();
      if (live.isBeyond(close)) {
        someEnded = true;
        continue;
      }
      const level = this.#firesOnClose ? live.touchedByCandle(previousClose, high, low) : null;
      if (!level) continue;
      candidates ??= [];
      candidates.push({ live, entryPoint: level.entryPoint, level: level.price });
    }
    if (someEnded) this.#invalidate();
    return candidates;
  }

  #invalidate(): void {
    const { close, closeTime } = this.#fold;
    this.#endWhere((live) => live.isBeyond(close), 'invalidated', closeTime);
  }

  #meetTick(price: number): Candidate[] {
    const candidates: Candidate[] = [];
    for (const live of this.#live) {
      if (live.isBeyond(price)) continue;
      const level = live.touchedByTick(this.#fold.close, price);
      if (level) candidates.push({ live, entryPoint: level.entryPoint, level: level.price });
    }
    return candidates;
  }

  /**
   * Creates the zone of the sequence that the candle broke. Returns a candidate if the setup enters at the break, else
   * null.
   */
  #openZone(): Candidate | null {
    const zone = makeZone(this.#fold, this.#rules.patterns);
    if (!zone) return null;
    const live = new LiveZone(zone, this.#fold.count, this.#pricedLevelNames);
    this.#live.push(live);
    this.#listener.onZone?.(zone);
    return this.#entersAtBreak ? { live, entryPoint: 'ruptura', level: null } : null;
  }

  /** Applies the four gates of docs/spec/pcr.md §6 to candidates, which are in the order of creation of their zones. */
  #decide(candidates: readonly Candidate[], entry: Entry): void {
    const left: FilteredCandidate[] = [];
    for (const candidate of candidates) {
      const filterResults = this.#passGates1And2(candidate, entry);
      if (filterResults) left.push({ candidate, filterResults });
    }
    const newest = left.at(-1);
    if (!newest) return;
    if (countOpposing(newest, left) > 0) this.#refuseConflict(left, entry);
    else this.#publishNewest(left, this.#publishedInCandle ? null : newest, entry);
  }

  /**
   * Applies gate 4: publishes the candidate `newest` and rejects the others. Each candidate uses up one signal of its
   * zone.
   */
  #publishNewest(left: readonly FilteredCandidate[], newest: FilteredCandidate | null, entry: Entry): void {
    const maxSignals = this.#rules.patterns.zone.maxSignalsPerZone;
    let someSpent = false;
    for (const one of left) {
      const { candidate, filterResults } = one;
      if (one === newest) this.#publish(candidate, filterResults, entry);
      else this.#refuse(candidate, entry, { gate: 'one_a_candle', value: left.length, limit: 1, filterResults });
      candidate.live.signals += 1;
      if (candidate.live.signals >= maxSignals) someSpent = true;
    }
    if (someSpent) this.#endWhere((live) => live.signals >= maxSignals, 'spent', entry.timeMs / 1_000);
  }

  /**
   * Applies gates 1 and 2 to a candidate.
   * @returns the filter results, or null if the candidate was rejected
   */
  #passGates1And2(candidate: Candidate, entry: Entry): readonly FilterResult[] | null {
    const { close, atr } = this.#fold;
    const maxEntryAtr = entry.byTick ? null : this.#rules.patterns.zone.maxEntryAtr;
    const late = lateRefusal(candidate.level, close, maxEntryAtr, atr);
    if (late) return this.#refuse(candidate, entry, late);
    const { direction, breakingType } = candidate.live.zone;
    const view = { direction, entryTimeMs: entry.timeMs, close, atr, breakingType, payoutRatio: this.#payoutRatio };
    const filterResults = this.#filters.evaluate(view);
    const refusal = filterRefusal(filterResults);
    return refusal ? this.#refuse(candidate, entry, refusal) : filterResults;
  }

  #refuseConflict(left: readonly FilteredCandidate[], entry: Entry): void {
    for (const one of left) {
      const { candidate, filterResults } = one;
      this.#refuse(candidate, entry, { gate: 'conflict', value: countOpposing(one, left), limit: 0, filterResults });
    }
  }

  #refuse({ live: { zone }, entryPoint }: Candidate, entry: Entry, refusal: CandidateRefusal): null {
    if (this.#listener.onRejected) {
      const entryTime = epochMs(entry.timeMs);
      this.#listener.onRejected({ zone, direction: zone.direction, entryPoint, entryTime, refusal });
    }
    return null;
  }

  #publish(
    { live: { zone }, entryPoint }: Candidate,
    filterResults: readonly FilterResult[],
    { timeMs, price, byTick }: Entry,
  ): void {
    const fields = {
      direction: zone.direction,
      entryPoint,
      entryTime: epochMs(timeMs),
      entryPrice: priceOf(price),
      expirationTime: epochMs(timeMs + this.#ofTimeZero.expirationTime),
      confidence: this.#book.confidence,
      pattern: patternOf(zone.sequence),
      filterResults,
      zone,
    };
    const signal = frozenSignal(fields, this.#ofTimeZero.inTicks);
    this.#publishedInCandle = byTick;
    this.#book.add(signal);
    this.#listener.onSignal?.(signal);
  }

  #expireAll(at: number): void {
    this.#endWhere(() => true, 'expired', at);
  }

  /** Whether some zone is too old. Zones are ordered by age, so the check of the first one is sufficient. */
  #hasOld(): boolean {
    const oldest = this.#live[0];
    return oldest !== undefined && this.#fold.count - oldest.bornAt >= this.#rules.patterns.zone.maxAgeCandles;
  }

  #expireOld(): void {
    const youngestOld = this.#fold.count - this.#rules.patterns.zone.maxAgeCandles;
    this.#endWhere((live) => live.bornAt <= youngestOld, 'expired', this.#fold.closeTime);
  }

  /**
   * Removes the zones for which `hasEnded` is true. Listeners are notified only after all of these zones are removed.
   */
  #endWhere(hasEnded: (live: LiveZone) => boolean, end: ZoneEnd, at: number): void {
    const ended: LiveZone[] = [];
    let kept = 0;
    for (const live of this.#live) {
      if (hasEnded(live)) ended.push(live);
      else this.#live[kept++] = live;
    }
    // A loop is faster than an assignment of the length, which V8 does not optimise.
    while (this.#live.length > kept) this.#live.pop();
    if (this.#listener.onZoneEnd) for (const { zone } of ended) this.#listener.onZoneEnd(zone, end, at);
  }

  snapshot(): SetupFoldSnapshot {
    return {
      live: this.#live.map((live) => live.snapshot()),
      filters: this.#filters.snapshot(),
      book: this.#book.snapshot(),
      publishedInCandle: this.#publishedInCandle,
    };
  }

  restore(state: SetupFoldSnapshot): void {
    this.#live = state.live.map((live) => LiveZone.restore(live, this.#pricedLevelNames));
    this.#filters.restore(state.filters);
    this.#book.restore(state.book);
    this.#publishedInCandle = state.publishedInCandle;
  }
}
