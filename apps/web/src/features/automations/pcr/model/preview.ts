import type { Candle } from '@vigia/core/candles';
import { Atr } from '@vigia/core/indicators';
import {
  checkExpiry,
  PcrDetector,
  type PcrRules,
  type RejectedCandidate,
  type Sequence,
  type Settlement,
  type Signal,
  type Zone,
} from '@vigia/core/pcr';
import { type WinRateCard, winRateCard } from '@vigia/core/statistics';
import { expiryLengthIn } from '@vigia/core/trades';
import { CRITERIA, TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { type MeasuredCriterion, type MeasuredSeries, measureCriteria } from './criteria.ts';

/** Number of candles in which a preview counts sequences and signals. Earlier candles only warm up the indicators. */
export const PREVIEW_CANDLES = 500;

const ATR_PERIOD = 14;

/** Data of a preview: closed candles only, ascending in time. */
export type PreviewData = {
  readonly candles: readonly Candle[];
  /** The candles that decide outcomes: the same as `candles`, or shorter candles if the expiry requires them. */
  readonly base: readonly Candle[];
  readonly baseStepSeconds: number;
  /**
   * Payout as a fraction. While it is null, it is unknown. The preview then skips the payout filter and gives no
   * verdict.
   */
  readonly payoutRatio: number | null;
};

export type PreviewZone = { readonly zone: Zone; readonly endedAt: number | null };
export type PreviewSignal = { readonly signal: Signal; readonly settlement: Settlement | null };
export type JudgedSequence = {
  readonly sequence: Sequence;
  readonly criteria: readonly MeasuredCriterion[];
  readonly held: number;
};

/**
 * The newest near miss: a run of candles that fails one criterion, or a touch of a price zone that a filter rejected.
 */
export type NearMiss =
  | { readonly kind: 'sequence'; readonly judged: JudgedSequence }
  | { readonly kind: 'candidate'; readonly candidate: RejectedCandidate };

/** The results of a setup in the last candles. All lists are oldest first. */
export type Preview = {
  readonly candles: number;
  readonly sequences: number;
  readonly validSequences: number;
  readonly liveZones: number;
  readonly zones: readonly PreviewZone[];
  readonly signals: readonly PreviewSignal[];
  readonly rejected: readonly RejectedCandidate[];
  /**
   * Whether candles can decide trades of this duration. They cannot decide trades with a duration in seconds or ticks.
   */
  readonly isMeasurable: boolean;
  /** Win rate of the signals. Null while the payout is unknown, or if candles cannot decide the signals. */
  readonly card: WinRateCard | null;
  readonly lastSequence: JudgedSequence | null;
  readonly nearMiss: NearMiss | null;
};

/** Runs the detector over the candles as the live engine does, and returns what it finds. */
export function previewOf(rules: PcrRules, data: PreviewData): Preview {
  const fromSeconds = data.candles.at(-PREVIEW_CANDLES)?.time ?? 0;
  const found = new Findings(fromSeconds);
  const series = runThrough(rules, data, found);
  const judge = (sequence: Sequence): JudgedSequence => ({
    sequence,
    criteria: measureCriteria(sequence, rules.patterns, series),
    held: heldOf(sequence),
  });
  const last = found.sequences.at(-1);
  const isMeasurable = checkExpiry(data.baseStepSeconds, expiryLengthIn(rules)).ok;
  return {
    candles: Math.min(PREVIEW_CANDLES, data.candles.length),
    sequences: found.sequences.length,
    validSequences: found.sequences.filter(({ isValid }) => isValid).length,
    liveZones: [...found.zones.values()].filter((endedAt) => endedAt === null).length,
    zones: [...found.zones].map(([zone, endedAt]) => ({ zone, endedAt })),
    signals: [...found.signals].map(([signal, settlement]) => ({ signal, settlement })),
    rejected: found.rejected,
    isMeasurable,
    card: data.payoutRatio === null || !isMeasurable ? null : cardOf([...found.signals.values()], data.payoutRatio),
    lastSequence: last ? judge(last) : null,
    nearMiss: nearMissOf(found, rules, judge),
  };
}

/**
 * Collects what the detector finds from a given time on. A price zone that was created earlier is included if it is
 * active at that time.
 */
class Findings {
  readonly sequences: Sequence[] = [];
  readonly zones = new Map<Zone, number | null>();
  readonly signals = new Map<Signal, Settlement | null>();
  readonly rejected: RejectedCandidate[] = [];
  readonly #fromSeconds: number;

  constructor(fromSeconds: number) {
    this.#fromSeconds = fromSeconds;
  }

  readonly onSequence = (sequence: Sequence): void => {
    if (sequence.breakingCandle.time >= this.#fromSeconds) this.sequences.push(sequence);
  };
  readonly onZone = (zone: Zone): void => {
    this.zones.set(zone, null);
  };
  readonly onZoneEnd = (zone: Zone, _end: unknown, at: number): void => {
    if (at < this.#fromSeconds) this.zones.delete(zone);
    else this.zones.set(zone, at);
  };
  readonly onSignal = (signal: Signal): void => {
    if (signal.entryTime >= this.#fromSeconds * 1_000) this.signals.set(signal, null);
  };
  readonly onSettlement = (settlement: Settlement): void => {
    if (this.signals.has(settlement.signal)) this.signals.set(settlement.signal, settlement);
  };
  readonly onRejected = (candidate: RejectedCandidate): void => {
    if (candidate.entryTime >= this.#fromSeconds * 1_000) this.rejected.push(candidate);
  };
}

function runThrough(rules: PcrRules, data: PreviewData, listener: Findings): MeasuredSeries {
  const { candles, base, baseStepSeconds, payoutRatio } = data;
  const stepSeconds = TIMEFRAME_SECONDS[rules.timeframe];
  const detector = new PcrDetector(rules, { listener, baseStepSeconds, ...(payoutRatio !== null && { payoutRatio }) });
  const atr = new Atr(ATR_PERIOD);
  const atrs: number[] = [];
  let row = 0;
  const pushBaseUntil = (endSeconds: number): void => {
    for (let candle = base[row]; candle && candle.time < endSeconds; row += 1, candle = base[row])
      detector.pushBase(candle.time, candle.close);
  };
  for (const { time, open, high, low, close } of candles) {
    atrs.push(atr.push(high, low, close));
    pushBaseUntil(time + stepSeconds);
    detector.push(time, open, high, low, close);
  }
  pushBaseUntil(Number.POSITIVE_INFINITY);
  return { candles, atrs, stepSeconds };
}

function cardOf(settlements: readonly (Settlement | null)[], payoutRatio: number): WinRateCard {
  const count = (outcome: Settlement['outcome']) => settlements.filter((each) => each?.outcome === outcome).length;
  return winRateCard({ won: count('won'), lost: count('lost'), tied: count('tie'), averagePayoutRatio: payoutRatio });
}

function nearMissOf(
  { sequences, rejected }: Findings,
  { patterns: { requiredCriteria, colors } }: PcrRules,
  judge: (sequence: Sequence) => JudgedSequence,
): NearMiss | null {
  const missed = sequences.findLast(
    (sequence) => colors.includes(sequence.color) && heldOf(sequence) === requiredCriteria - 1,
  );
  const candidate = rejected.at(-1);
  if (candidate && (!missed || candidate.entryTime > missed.breakingCandle.time * 1_000)) {
    return { kind: 'candidate', candidate };
  }
  return missed ? { kind: 'sequence', judged: judge(missed) } : null;
}

const heldOf = ({ validationResults }: Sequence): number =>
  CRITERIA.filter((criterion) => validationResults[criterion]).length;
