import { assertNever, err, ok, type Result } from '#kernel/index.ts';
import { type PcrRules, parsePcrSetup } from '#pcr/index.ts';
import { parseStrategyRules } from '#strategies/index.ts';
import type { BacktestSubject } from './backtest.ts';
import type { SweepPlan, SweepPlanError, SweepRange, SweepVariant } from './sweep-types.ts';

/** Combinations looked at for each variant allowed: beyond, most would have to be invalid. */
const COMBINATIONS_PER_VARIANT = 20;
/** Takes the noise off values like 0.1 + 2 · 0.1. */
const VALUE_DIGITS = 12;

type Values = Readonly<Record<string, number>>;

function valuesOf({ from, to, step }: SweepRange): readonly number[] {
  // A step that misses the end by rounding alone still reaches it.
  const steps = Math.floor((to - from) / step + 1e-9);
  return Array.from({ length: Math.max(0, steps + 1) }, (_, index) =>
    Number((from + index * step).toPrecision(VALUE_DIGITS)),
  );
}

const countOf = ({ from, to, step }: SweepRange): number => Math.max(0, Math.floor((to - from) / step + 1e-9) + 1);

const isRecord = (node: unknown): node is Readonly<Record<string, unknown>> =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

/** `filters[0].period` → filters, 0, period. */
const keysOf = (path: string): readonly string[] => path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');

/** The same tree with one number, or null in place of one, replaced; undefined where the keys lead to none. */
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

function withValues(node: unknown, values: Values): unknown {
  return Object.entries(values).reduce((tree, [path, value]) => replaced(tree, keysOf(path), value), node);
}

/** Only what the detector reads: a whole setup fits the type too. */
const rulesAlone = ({
  timeframe,
  patterns,
  filters,
  candleTypes,
  entryPoints,
  trigger,
  expiry,
}: PcrRules): PcrRules => ({
  timeframe,
  patterns,
  filters,
  candleTypes,
  entryPoints,
  trigger,
  expiry,
});

/** What the paths of a sweep lead into. */
function treeOf(subject: BacktestSubject): unknown {
  return subject.kind === 'pcr' ? rulesAlone(subject.rules) : subject.rules.parameters;
}

/** The subject with these values, or null if they are out of range or contradict each other. */
function variantOf(subject: BacktestSubject, values: Values): BacktestSubject | null {
  const tree = withValues(treeOf(subject), values);
  switch (subject.kind) {
    case 'strategy': {
      const parsed = parseStrategyRules({ type: subject.rules.type, parameters: tree });
      return parsed.ok ? { ...subject, rules: parsed.value } : null;
    }
    case 'pcr': {
      const parsed = parsePcrSetup(tree);
      return parsed.ok ? { kind: 'pcr', rules: rulesAlone(parsed.value) } : null;
    }
    default:
      return assertNever(subject);
  }
}

/** Every combination of the ranges' values, the last range changing fastest. */
function combinations(ranges: readonly SweepRange[]): readonly Values[] {
  return ranges.reduce<readonly Values[]>(
    (sofar, range) => sofar.flatMap((values) => valuesOf(range).map((value) => ({ ...values, [range.path]: value }))),
    [{}],
  );
}

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
 * Every valid combination of the ranges' values as a subject of its own. Values out of range, or that contradict each other
 * (fast ≥ slow), are left out and counted.
 * @param maxVariants how many valid ones there may be
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
