import type { Candle } from '@vigia/core/candles';
import type { Patterns, Sequence } from '@vigia/core/pcr';
import { CRITERIA, type Criterion } from '@vigia/core/vocabulary';

/** The measured and the required value of one criterion. The measured value is null if the ATR was not defined yet. */
export type MeasuredCriterion = {
  readonly criterion: Criterion;
  readonly held: boolean;
  readonly value: number | null;
  /** Required value: a minimum, or for the length a minimum and a maximum. */
  readonly limit: number | readonly [number, number];
};

/** The candles in which a sequence was found, and the ATR at each candle. */
export type MeasuredSeries = {
  readonly candles: readonly Candle[];
  readonly atrs: readonly number[];
  readonly stepSeconds: number;
};

/**
 * Returns the measured values of the five criteria of a sequence (docs/spec/pcr.md §4). Whether each criterion holds is
 * the decision of the detector.
 */
export function measureCriteria(
  sequence: Sequence,
  patterns: Patterns,
  series: MeasuredSeries,
): readonly MeasuredCriterion[] {
  const { minLength, maxLength, minStrong, minRangeAtr, minEfficiency, breakRatio } = patterns;
  const run = runOf(sequence, series);
  const { high, low } = sequence.priceRange;
  const values: Readonly<Record<Criterion, number | null>> = {
    length: sequence.length,
    strength: sequence.strongCandles,
    displacement: run ? definedOrNull((high - low) / run.atrBefore) : null,
    efficiency: run ? run.efficiency : null,
    break: run ? definedOrNull(run.givenBack(sequence.breakingCandle.close)) : null,
  };
  const limits = {
    length: [minLength, maxLength] as const,
    strength: minStrong,
    displacement: minRangeAtr,
    efficiency: minEfficiency,
    break: breakRatio,
  };
  return CRITERIA.map((criterion) => ({
    criterion,
    held: sequence.validationResults[criterion],
    value: values[criterion],
    limit: limits[criterion],
  }));
}

function runOf({ startTime, endTime, color }: Sequence, { candles, atrs, stepSeconds }: MeasuredSeries) {
  const start = candles.findIndex(({ time }) => time === startTime);
  const end = candles.findIndex(({ time }) => time === endTime - stepSeconds);
  const first = candles[start];
  const last = candles[end];
  if (!first || !last) return null;
  const sign = color === 'green' ? 1 : -1;
  const path = candles
    .slice(start, end + 1)
    .filter(({ open, close }) => open !== close)
    .reduce((sum, { high, low }) => sum + (high - low), 0);
  return {
    atrBefore: atrs[start - 1] ?? Number.NaN,
    efficiency: path === 0 ? 0 : Math.abs(last.close - first.open) / path,
    /** Returns which fraction of the last candle's body the breaking candle has reversed. 1 is the whole body. */
    givenBack: (close: number) => (sign * (last.close - close)) / Math.abs(last.close - last.open),
  };
}

const definedOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
