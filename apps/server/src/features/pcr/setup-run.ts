import { bucketOf } from '@vigia/core/candles';
import type {
  DetectorGroup,
  PcrListener,
  PcrRules,
  RejectedCandidate,
  Sequence,
  Settlement,
  SetupFold,
  Signal,
  Zone,
  ZoneEnd,
} from '@vigia/core/pcr';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import type { SetupRow } from './pcr.repository.ts';
import { RejectionLog } from './rejection-log.ts';
import type { TrackedZone } from './views.ts';

/** Who hears of what a running setup finds. While the past is folded nobody is told of signals and zones: the API has them. */
export interface RunListener {
  onSignal(run: SetupRun, signal: Signal): void;
  onSettlement(run: SetupRun, settlement: Settlement): void;
  onZone(run: SetupRun, tracked: TrackedZone): void;
  onRejected(run: SetupRun, candidate: RejectedCandidate): void;
}

/** A setup's row without its definition, which the rules were read from: there are thousands. */
export type RunningRow = Omit<SetupRow, 'definition'>;

export const toRunningRow = ({ definition: _definition, ...row }: SetupRow): RunningRow => row;

/** What a running setup has found since its fold began, the history it starts from included. */
export type SetupCounters = {
  readonly sequences: number;
  readonly validSequences: number;
  readonly zonesCreated: number;
  readonly zonesInvalidated: number;
  readonly zonesLive: number;
};

/** What a run had found where it was saved. */
export type SavedRun = {
  readonly zones: readonly TrackedZone[];
  readonly rejections: readonly string[];
  readonly counters: Omit<SetupCounters, 'zonesLive'>;
};

const NOTHING_SAVED: SavedRun = {
  zones: [],
  rejections: [],
  counters: { sequences: 0, validSequences: 0, zonesCreated: 0, zonesInvalidated: 0 },
};

/** The evaluation that a run shares with others, and what it found lately. */
export interface SharedEvaluation {
  readonly detectors: DetectorGroup;
  readonly runs: ReadonlySet<SetupRun>;
  /** Oldest first. */
  readonly sequences: readonly Sequence[];
  /** Time of the oldest breaking candle kept; Infinity without any. */
  readonly oldestSequence: number;
  readonly sequencesSeen: number;
  readonly validSeen: number;
  /** Time of the newest tick that is part of the state, epoch milliseconds. */
  readonly lastTickMs: number;
  /** ATR at the candle `back` candles before the last; NaN if not known any more. */
  atrBefore(back: number): number;
  remove(run: SetupRun): void;
}

/** Where a setup stands in its group: its own fold, and what the group had counted when it came. */
type Place = {
  readonly group: SharedEvaluation;
  readonly fold: SetupFold;
  readonly sequences: number;
  readonly validSequences: number;
};

/** One running setup: its rules, its place among those that share its evaluation, and what it found lately. */
export class SetupRun implements PcrListener {
  /** The name and switches of the same version may change. */
  row: RunningRow;
  readonly rules: PcrRules;
  readonly restoredFrom: 'snapshot' | 'history';
  readonly rejections: RejectionLog;
  readonly usesPayout: boolean;
  readonly #hear: RunListener;
  isFolding = true;
  #place: Place | null = null;
  #zonesCreated: number;
  #zonesInvalidated: number;
  #sequencesBefore: number;
  #validBefore: number;
  /** By breaking candle, oldest first. */
  readonly #zones: Map<number, TrackedZone>;

  constructor(row: RunningRow, rules: PcrRules, hear: RunListener, saved: SavedRun | null) {
    const { counters, rejections, zones } = saved ?? NOTHING_SAVED;
    this.row = row;
    this.rules = rules;
    this.restoredFrom = saved === null ? 'history' : 'snapshot';
    this.rejections = new RejectionLog(rejections);
    this.usesPayout = rules.filters.some(({ filter }) => filter === 'payout');
    this.#zonesCreated = counters.zonesCreated;
    this.#zonesInvalidated = counters.zonesInvalidated;
    this.#sequencesBefore = counters.sequences;
    this.#validBefore = counters.validSequences;
    this.#zones = new Map(zones.map((tracked) => [breakingTime(tracked.zone), tracked]));
    this.#hear = hear;
  }

  /** Where it stands; a bug before it has been placed. */
  get place(): Place {
    if (this.#place === null) throw new Error(`setup ${this.row.id} is in no group`);
    return this.#place;
  }

  /** It goes on in this group; what it has counted so far stays counted. */
  moveTo(group: SharedEvaluation, fold: SetupFold): void {
    if (this.#place !== null) {
      const { sequences, validSequences } = this.counters;
      this.#sequencesBefore = sequences;
      this.#validBefore = validSequences;
    }
    this.#place = { group, fold, sequences: group.sequencesSeen, validSequences: group.validSeen };
  }

  get counters(): SetupCounters {
    const { group, fold, sequences, validSequences } = this.place;
    return {
      sequences: this.#sequencesBefore + group.sequencesSeen - sequences,
      validSequences: this.#validBefore + group.validSeen - validSequences,
      zonesCreated: this.#zonesCreated,
      zonesInvalidated: this.#zonesInvalidated,
      zonesLive: fold.liveZones.length,
    };
  }

  /** The zone a sequence left, by its breaking candle; null if it left none. */
  zoneOf(breaking: number): TrackedZone | null {
    return this.#zones.get(breaking) ?? null;
  }

  get zones(): readonly TrackedZone[] {
    return [...this.#zones.values()];
  }

  /** Open time of a signal's candle: the one just closed, or the one the tick lies in. */
  candleTimeOf({ entryPoint, entryTime }: Signal): number {
    const seconds = TIMEFRAME_SECONDS[this.row.timeframe];
    const isByTick = this.rules.trigger === 'touch' && entryPoint !== 'ruptura';
    return isByTick ? bucketOf(entryTime / 1_000, seconds) : entryTime / 1_000 - seconds;
  }

  /** Whether a candle closes after this version went live. @param time its open time */
  closesLive(time: number): boolean {
    return (time + TIMEFRAME_SECONDS[this.row.timeframe]) * 1_000 > this.row.live_since.getTime();
  }

  /** Forgets ended zones of sequences that nobody is shown any more. */
  #prune(): void {
    const oldest = this.place.group.oldestSequence;
    for (const [breaking, { state }] of this.#zones) {
      if (breaking >= oldest) return;
      if (state !== 'live') this.#zones.delete(breaking);
    }
  }

  onZone(zone: Zone): void {
    const tracked: TrackedZone = { zone, state: 'live', endedAt: null };
    this.#zonesCreated += 1;
    this.#zones.set(breakingTime(zone), tracked);
    this.#prune();
    this.#hear.onZone(this, tracked);
  }

  onZoneEnd(zone: Zone, state: ZoneEnd, endedAt: number): void {
    const tracked: TrackedZone = { zone, state, endedAt };
    if (state === 'invalidated') this.#zonesInvalidated += 1;
    if (this.#zones.has(breakingTime(zone))) this.#zones.set(breakingTime(zone), tracked);
    this.#hear.onZone(this, tracked);
  }

  onSignal(signal: Signal): void {
    this.#hear.onSignal(this, signal);
  }

  onSettlement(settlement: Settlement): void {
    this.#hear.onSettlement(this, settlement);
  }

  onRejected(candidate: RejectedCandidate): void {
    this.#hear.onRejected(this, candidate);
  }
}

const breakingTime = (zone: Zone): number => zone.sequence.breakingCandle.time;
