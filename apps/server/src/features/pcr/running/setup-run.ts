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
import {
  type AutomationEngine,
  type AutomationRun,
  closesAfterVersionStart,
  type EvaluationGroup,
} from '../../automations/index.ts';
import type { PcrMarket } from '../deps.ts';
import type { SetupRow } from '../pcr.repository.ts';
import { RejectionLog } from '../reporting/rejection-log.ts';
import type { TrackedZone } from '../reporting/views.ts';

/**
 * Receives the findings of a running setup. It does not publish signals and zones of replayed history, because the API
 * returns them.
 */
export interface RunListener {
  onSignal(run: SetupRun, signal: Signal): void;
  onSettlement(run: SetupRun, settlement: Settlement): void;
  onZone(run: SetupRun, tracked: TrackedZone): void;
  onRejected(run: SetupRun, candidate: RejectedCandidate): void;
}

/**
 * A setup's row without its definition, which is already parsed into rules. Omitting the definition saves memory,
 * because thousands of rows stay loaded.
 */
export type RunningRow = Omit<SetupRow, 'definition'>;

export const toRunningRow = ({ definition: _definition, ...row }: SetupRow): RunningRow => row;

/** Counts of a setup's findings since the start of its detector, including the initial history. */
export type SetupCounters = {
  readonly sequences: number;
  readonly validSequences: number;
  readonly zonesCreated: number;
  readonly zonesInvalidated: number;
  readonly zonesLive: number;
};

/** The findings of a run at the time of its save. */
export type SavedFindings = {
  readonly zones: readonly TrackedZone[];
  readonly rejections: readonly string[];
  readonly counters: Omit<SetupCounters, 'zonesLive'>;
};

const NOTHING_SAVED: SavedFindings = {
  zones: [],
  rejections: [],
  counters: { sequences: 0, validSequences: 0, zonesCreated: 0, zonesInvalidated: 0 },
};

/** The evaluation that a run shares with others, and the latest findings of this evaluation. */
export interface SharedEvaluation extends EvaluationGroup<SetupRun> {
  readonly detectors: DetectorGroup;
  /** The latest sequences, oldest first. */
  readonly sequences: readonly Sequence[];
  /** Time of the oldest breaking candle in memory; Infinity if there is none. */
  readonly oldestSequence: number;
  readonly sequencesSeen: number;
  readonly validSeen: number;
  /** Time of the newest tick in the state, in epoch milliseconds. */
  readonly lastTickMs: number;
  /** Returns the ATR at the candle `back` candles before the last; NaN if it is no longer in memory. */
  atrBefore(back: number): number;
}

/** The engine that runs all automations, typed for setups. */
export type SetupEngine = AutomationEngine<SetupRow, SetupRun, SharedEvaluation, PcrMarket>;

/** A run's membership in its group: the run's own fold, and the group's counters when the run joined. */
type GroupMembership = {
  readonly group: SharedEvaluation;
  readonly fold: SetupFold;
  readonly sequences: number;
  readonly validSequences: number;
};

/** One running setup: its rules, its group membership, and its latest findings. */
export class SetupRun implements PcrListener, AutomationRun<SharedEvaluation> {
  /** The stored row. Its name and switches may change within a version. */
  row: RunningRow;
  readonly rules: PcrRules;
  readonly restoredFrom: 'snapshot' | 'history';
  readonly rejections: RejectionLog;
  readonly usesPayout: boolean;
  readonly #hear: RunListener;
  isFolding = true;
  #place: GroupMembership | null = null;
  #zonesCreated: number;
  #zonesInvalidated: number;
  #sequencesBefore: number;
  #validBefore: number;
  /** Price zones by the time of their breaking candle, oldest first. */
  readonly #zones: Map<number, TrackedZone>;

  constructor(row: RunningRow, rules: PcrRules, hear: RunListener, saved: SavedFindings | null) {
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

  /**
   * Returns the membership.
   * @throws Error before the first `moveTo`, which is a programming error
   */
  get membership(): GroupMembership {
    if (this.#place === null) throw new Error(`setup ${this.row.id} is in no group`);
    return this.#place;
  }

  get group(): SharedEvaluation {
    return this.membership.group;
  }

  get pendingSignals(): readonly Signal[] {
    return this.membership.fold.pendingSignals;
  }

  /** Moves the run into this group. The run keeps its counts. */
  moveTo(group: SharedEvaluation, fold: SetupFold): void {
    if (this.#place !== null) {
      const { sequences, validSequences } = this.counters;
      this.#sequencesBefore = sequences;
      this.#validBefore = validSequences;
    }
    this.#place = { group, fold, sequences: group.sequencesSeen, validSequences: group.validSeen };
  }

  get counters(): SetupCounters {
    const { group, fold, sequences, validSequences } = this.membership;
    return {
      sequences: this.#sequencesBefore + group.sequencesSeen - sequences,
      validSequences: this.#validBefore + group.validSeen - validSequences,
      zonesCreated: this.#zonesCreated,
      zonesInvalidated: this.#zonesInvalidated,
      zonesLive: fold.liveZones.length,
    };
  }

  /** Returns the price zone of a sequence by the time of its breaking candle; null if the sequence created none. */
  zoneOf(breaking: number): TrackedZone | null {
    return this.#zones.get(breaking) ?? null;
  }

  get zones(): readonly TrackedZone[] {
    return [...this.#zones.values()];
  }

  /** Returns the open time of a signal's candle: the candle just closed, or the candle that contains the tick. */
  candleTimeOf({ entryPoint, entryTime }: Signal): number {
    const seconds = TIMEFRAME_SECONDS[this.row.timeframe];
    const isByTick = this.rules.trigger === 'touch' && entryPoint !== 'ruptura';
    return isByTick ? bucketOf(entryTime / 1_000, seconds) : entryTime / 1_000 - seconds;
  }

  /** Returns true if the candle of a signal closes after this version went live. */
  isLive(signal: Signal): boolean {
    return closesAfterVersionStart(this.row, this.candleTimeOf(signal));
  }

  /** Drops ended price zones of sequences that no screen shows any more. */
  #prune(): void {
    const oldest = this.membership.group.oldestSequence;
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
