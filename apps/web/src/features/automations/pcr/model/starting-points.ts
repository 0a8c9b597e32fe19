import { PATTERN_RANGES } from '@vigia/core/vocabulary';
import type { SetupDraft } from './draft.ts';

/** The numbers of the five criteria, and how many of the criteria must hold. */
const CRITERIA_KEYS = [
  'minLength',
  'maxLength',
  'minStrong',
  'minRangeAtr',
  'minEfficiency',
  'breakRatio',
  'requiredCriteria',
] as const;
export type CriteriaNumbers = Readonly<Record<(typeof CRITERIA_KEYS)[number], number>>;

const { minLength, maxLength, minStrong, minRangeAtr, minEfficiency, breakRatio, requiredCriteria } = PATTERN_RANGES;

/** Values of the criteria from which a user starts. `normal` has the defaults of the specification. */
export const STARTING_POINTS = {
  strict: {
    minLength: 4,
    maxLength: maxLength.default,
    minStrong: 3,
    minRangeAtr: 2,
    minEfficiency: 0.6,
    breakRatio: 0.6,
    requiredCriteria: 5,
  },
  normal: {
    minLength: minLength.default,
    maxLength: maxLength.default,
    minStrong: minStrong.default,
    minRangeAtr: minRangeAtr.default,
    minEfficiency: minEfficiency.default,
    breakRatio: breakRatio.default,
    requiredCriteria: requiredCriteria.default,
  },
  wide: {
    minLength: minLength.default,
    maxLength: 12,
    minStrong: 1,
    minRangeAtr: 1,
    minEfficiency: 0.4,
    breakRatio: 0.3,
    requiredCriteria: 4,
  },
} as const satisfies Record<string, CriteriaNumbers>;

export type StartingPoint = keyof typeof STARTING_POINTS;
export const STARTING_POINT_NAMES = ['strict', 'normal', 'wide'] as const satisfies readonly StartingPoint[];

type Patterns = SetupDraft['patterns'];

/** Returns the starting point whose values the criteria have. Null if the user has changed one of them. */
export const startingPointOf = (patterns: Patterns): StartingPoint | null =>
  STARTING_POINT_NAMES.find((name) => CRITERIA_KEYS.every((key) => patterns[key] === STARTING_POINTS[name][key])) ??
  null;

/** Returns the patterns with the criteria of a starting point. Everything else stays as it is. */
export const withStartingPoint = (patterns: Patterns, name: StartingPoint): Patterns => ({
  ...patterns,
  ...STARTING_POINTS[name],
});
