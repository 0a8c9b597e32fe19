import { CRITERIA, type Criterion } from '#vocabulary/index.ts';
import type { Sequence } from '../run/sequence.ts';
import type { Patterns } from '../setup/setup.ts';

/** The measured value of one criterion, its threshold, and whether the criterion holds (docs/spec/pcr.md §4). */
export type MeasuredCriterion = {
  readonly criterion: Criterion;
  readonly held: boolean;
  /** Number of candles, price range, efficiency 0–1, or closing price of the breaking candle. */
  readonly value: number;
  /** Threshold in the unit of the value; [min, max] for the length. It is null if it needs an undefined ATR. */
  readonly limit: number | readonly [min: number, max: number] | null;
};

/**
 * Returns the five criteria of a sequence in their fixed order. `patterns` must be the parameters with which the
 * sequence was evaluated.
 */
export function measuredCriteria(sequence: Sequence, patterns: Patterns): readonly MeasuredCriterion[] {
  const { high, low } = sequence.priceRange;
  const measured: Readonly<Record<Criterion, Pick<MeasuredCriterion, 'value' | 'limit'>>> = {
    length: { value: sequence.length, limit: [patterns.minLength, patterns.maxLength] },
    strength: { value: sequence.strongCandles, limit: patterns.minStrong },
    displacement: { value: high - low, limit: sequence.displacementLimit },
    efficiency: { value: sequence.efficiency, limit: patterns.minEfficiency },
    break: { value: sequence.breakingCandle.close, limit: sequence.breakLimit },
  };
  return CRITERIA.map((criterion) => ({
    criterion,
    held: sequence.validationResults[criterion],
    ...measured[criterion],
  }));
}
