import { LENGTH_RANGES, PATTERN_RANGES, ZONE_RANGES } from '@vigia/core/vocabulary';
import { editorMessages } from '../editor/messages.es.ts';
import type { SetupDraft } from './draft.ts';

const { sequence, zone, entry } = editorMessages.steps;

/** A number of a setup that a sweep may vary; `path` is its path in docs/spec/pcr.md §8. */
type SweptNumber = {
  readonly path: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
  /**
   * Returns the current value of the number in the setup. Returns null if the setup lacks the number, such as the
   * minutes of a trade with a duration in seconds.
   */
  readonly read: (setup: SetupDraft) => number | null;
};

type PatternKey = keyof typeof PATTERN_RANGES;

const pattern = (key: PatternKey, label: string): SweptNumber => {
  const { min, max, integer } = PATTERN_RANGES[key];
  return { path: `patterns.${key}`, label, min, max, integer, read: ({ patterns }) => patterns[key] };
};

const zoneNumber = (
  key: 'minZoneAtr' | 'optimoRatio' | 'maxAgeCandles' | 'maxSignalsPerZone',
  label: string,
): SweptNumber => {
  const { min, max, integer } = ZONE_RANGES[key];
  return { path: `patterns.zone.${key}`, label, min, max, integer, read: ({ patterns }) => patterns.zone[key] };
};

/** The numbers of a setup that a sweep may vary, in the order of the editor's steps. */
export const SWEPT_NUMBERS: readonly SweptNumber[] = [
  pattern('minLength', sequence.minLength),
  pattern('maxLength', sequence.maxLength),
  pattern('minStrong', sequence.minStrong),
  pattern('minRangeAtr', sequence.minRangeAtr),
  pattern('minEfficiency', sequence.minEfficiency),
  pattern('breakRatio', sequence.breakRatio),
  pattern('requiredCriteria', sequence.required),
  zoneNumber('minZoneAtr', zone.minZoneAtr),
  zoneNumber('maxAgeCandles', zone.maxAgeCandles),
  zoneNumber('maxSignalsPerZone', zone.maxSignals),
  {
    path: 'expiry',
    label: entry.expiry,
    min: LENGTH_RANGES.minutes.min,
    max: LENGTH_RANGES.minutes.max,
    integer: true,
    read: (setup) => ('expiry' in setup ? setup.expiry : null),
  },
];
