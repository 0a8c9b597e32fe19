import { assertNever, err, ok, type Result } from '#kernel/index.ts';
import { areSetupNumbersValid, type PcrRules, pcrRulesOf } from '#pcr/index.ts';
import { areWithinRanges, type StrategyRules } from '#strategies/index.ts';
import type { BacktestSubject } from './backtest.ts';
import type { SweepPlan, SweepPlanError, SweepRange, SweepVariant } from './sweep-types.ts';

/**
 * Largest number of combinations per allowed variant that are examined. A sweep with more combinations is refused
 * before its valid combinations are counted.
 */
const COMBINATIONS_PER_VARIANT = 20;
/** Significant digits to which values are rounded. The rounding removes floating-point errors, as in 0.1 + 2 · 0.1. */
const VALUE_DIGITS = 12;

type Values = Readonly<Record<string, number>>;

function valuesOf({ from, to, step }: SweepRange): readonly number[] {
  // A last step that misses the end only by a rounding error still counts.
  const steps = Math.floor((to - from) / step + 1e-9);
  return Array.from({ length: Math.max(0, steps + 1) }, (_, index) =>
    Number((from + index * step).toPrecision(VALUE_DIGITS)),
  );
}

const countOf = ({ from, to, step }: SweepRange): number => Math.max(0, Math.floor((to - from) / step + 1e-9) + 1);

const isRecord = (node: unknown): node is Readonly<Record<string, unknown>> =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

/** Splits a path: `filters[0].period` → filters, 0, period. */
const keysOf = (path: string): readonly string[] => path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');

/**
 * Returns a copy of the tree in which `value` replaces the number or null at these keys. Returns undefined if the tree
 * has no number or null there.
 */
function replaced(node: unknown, [key, ...rest]: readonly string[], value: number): unknown {
  if (key === undefined) return typeof node === 'number' || node === null ? value : undefined;
  if (Array.isArray(node)) {
    const child = replaced(node[Number(key)], rest, value);
    return child === undefined ? undefined : node.with(Number(key), child);
  }
  if (!isRecord(node) || !Object.hasOwn(node, key)) return undefined;
  const child = replaced(node[key], rest, value);
  return child === undefined ? undefined : { ...node, [key]: child };
}

const withValues = (node: unknown, values: Values): unknown =>
  Object.entries(values).reduce((tree, [path, value]) => replaced(tree, keysOf(path), value), node);

/** Returns the object to which the paths of a sweep refer. */
const treeOf = (subject: BacktestSubject): unknown =>
  subject.kind === 'pcr' ? pcrRulesOf(subject.rules) : subject.rules.parameters;

/** Returns the subject with these values, or null if the values are out of range or contradict each other. */
function variantOf(subject: BacktestSubject, values: Values): BacktestSubject | null {
  const tree = withValues(treeOf(subject), values);
  switch (subject.kind) {
    case 'strategy': {
      // The cast is safe, because only numbers were replaced in the parameters of this type.
      const rules = { ...subject.rules, parameters: tree } as StrategyRules;
      return areWithinRanges(rules) ? { ...subject, rules } : null;
    }
    case 'pcr': {
      const rules = tree as PcrRules;
      return areSetupNumbersValid(rules) ? { kind: 'pcr', rules } : null;
    }
    default:
      return assertNever(subject);
  }
}

/** Returns every combination of the ranges' values; the last range changes fastest. */
const combinations = (ranges: readonly SweepRange[]): readonly Values[] =>
  ranges.reduce<readonly Values[]>(
    (sofar, range) => sofar.flatMap((values) => valuesOf(range).map((value) => ({ ...values, [range.path]: value }))),
    [{}],
  );

function faultOf(subject: BacktestSubject, ranges: readonly SweepRange[], maxVariants: number): SweepPlanError | null {
  const tree = treeOf(subject);
  for (const { path, from } of ranges)
    if (replaced(tree, keysOf(path), from) === undefined) return { reason: 'unknown_path', path };
  for (const range of ranges) if (!(countOf(range) > 0)) return { reason: 'empty_range', path: range.path };
  const count = ranges.reduce((product, range) => product * countOf(range), 1);
  if (count > maxVariants * COMBINATIONS_PER_VARIANT)
    return { reason: 'too_many_variants', variants: count, max: maxVariants };
  return null;
}

/**
 * Returns a subject for every valid combination of the ranges' values. Combinations that are out of range or
 * contradictory (fast ≥ slow) are omitted and counted.
 * @param maxVariants largest allowed number of valid combinations
 */
export function planSweep(
  subject: BacktestSubject,
  ranges: readonly SweepRange[],
  maxVariants: number,
): Result<SweepPlan, SweepPlanError> {
  const fault = faultOf(subject, ranges, maxVariants);
  if (fault) return err(fault);
  const all = combinations(ranges);
  const variants = all.flatMap((values): SweepVariant[] => {
    const variant = variantOf(subject, values);
    return variant ? [{ values, subject: variant }] : [];
  });
  if (variants.length === 0) return err({ reason: 'no_valid_variant' });
  if (variants.length > maxVariants)
    return err({ reason: 'too_many_variants', variants: variants.length, max: maxVariants });
  return ok({ variants, leftOut: all.length - variants.length });
}
