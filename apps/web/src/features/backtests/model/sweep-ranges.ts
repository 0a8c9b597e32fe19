import { SWEEP_MAX_VARIANTS, type SweepRange } from '@vigia/contract';
import type { z } from 'zod';
import { formatCount, formatDecimal } from '#shared/lib/format.ts';
import { backtestMessages } from '../messages.es.ts';
import type { SweepNumber } from '../target.ts';

const faults = backtestMessages.faults;

/** Largest number of parameters that one sweep may vary. */
export const SWEEP_MAX_RANGES = 4;
/** Number of values suggested for a parameter to vary. */
const SUGGESTED_VALUES = 5;

/** The texts that the user typed for a range. */
export type RangeText = { readonly from: string; readonly to: string; readonly step: string };

export type SweepReading =
  | { readonly kind: 'ready'; readonly ranges: readonly z.infer<typeof SweepRange>[]; readonly variants: number }
  /** Error texts by the path of the range. `all` is an error of all ranges together. */
  | { readonly kind: 'faults'; readonly faults: Readonly<Record<string, string>>; readonly variants: number | null };

/** Suggests a range with a few values around the current value, within the limits of the parameter. */
export function suggestRange({ value, min, max, integer }: SweepNumber): RangeText {
  const reach = Math.max(value * 0.5, integer ? 2 : (max - min) / 100);
  const rounded = (each: number): number => (integer ? Math.round(each) : Math.round(each * 100) / 100);
  const from = rounded(Math.max(min, value - reach));
  const to = rounded(Math.min(max, value + reach));
  const step = integer
    ? Math.max(1, Math.round((to - from) / (SUGGESTED_VALUES - 1)))
    : Math.max(0.01, rounded((to - from) / (SUGGESTED_VALUES - 1)));
  return { from: String(from), to: String(to), step: String(step) };
}

const readNumber = (text: string): number | null =>
  /^\d{1,9}([.,]\d{1,4})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : null;

/**
 * Returns the number of values from `from` to `to`. The computation has a tolerance, because in floating point 0.1 +
 * 0.2 is not 0.3.
 */
const valuesIn = (from: number, to: number, step: number): number => Math.floor((to - from) / step + 1e-9) + 1;

function faultIn({ min, max, integer }: SweepNumber, text: RangeText): string | null {
  const [from, to, step] = [readNumber(text.from), readNumber(text.to), readNumber(text.step)];
  if (from === null || to === null || from < min || to > max || from > to) {
    return faults.range(formatDecimal(min), formatDecimal(max));
  }
  if (step === null || step <= 0) return faults.step;
  return integer && ![from, to, step].every(Number.isInteger) ? faults.whole : null;
}

/** Returns the ranges for the API and the number of variants, or the errors of the ranges. */
export function readRanges(numbers: readonly SweepNumber[], typed: Readonly<Record<string, RangeText>>): SweepReading {
  const chosen = numbers.flatMap((number) => {
    const text = typed[number.path];
    return text ? [{ number, text }] : [];
  });
  const wrong = chosen.flatMap(({ number, text }) => {
    const fault = faultIn(number, text);
    return fault === null ? [] : [[number.path, fault] as const];
  });
  if (wrong.length > 0) return { kind: 'faults', faults: Object.fromEntries(wrong), variants: null };
  const ranges = chosen.map(({ number, text }) => ({
    path: number.path,
    from: readNumber(text.from) ?? number.min,
    to: readNumber(text.to) ?? number.max,
    step: readNumber(text.step) ?? 1,
  }));
  const variants = ranges.reduce((product, { from, to, step }) => product * valuesIn(from, to, step), 1);
  if (ranges.length === 0) return { kind: 'faults', faults: { all: faults.none }, variants: 0 };
  if (variants > SWEEP_MAX_VARIANTS) {
    const fault = faults.tooMany(formatCount(variants), formatCount(SWEEP_MAX_VARIANTS));
    return { kind: 'faults', faults: { all: fault }, variants };
  }
  return { kind: 'ready', ranges, variants };
}
