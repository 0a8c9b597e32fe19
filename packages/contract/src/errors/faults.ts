import type { z } from 'zod';
import { oneOfMessage } from './validation-messages.es.ts';

/** A fault of untrusted input: its dotted path, such as `filters.0.min`, and a sentence. */
export type InputFault = { readonly path: string; readonly message: string };

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];
type WrongWord = Extract<Issue, { code: 'invalid_value' }>;

/**
 * Returns the issue about the discriminator of a union variant, if the input did not select this variant; undefined if
 * the input selected it.
 */
const otherVariant = (issues: readonly Issue[]): WrongWord | undefined =>
  issues.find((issue): issue is WrongWord => issue.code === 'invalid_value' && issue.path.length === 1);

/**
 * Returns the faults of a union of objects: the faults of the selected variant or, if no variant is selected, the
 * unknown discriminator. Returns null for a union of plain values.
 */
function faultsOfUnion(
  { errors }: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
): readonly InputFault[] | null {
  const variants = errors.filter((issues) => issues.every((issue) => issue.path.length > 0));
  const named = variants.find((issues) => otherVariant(issues) === undefined);
  if (named !== undefined) return inputFaultsOf(named, path);
  const wrongWords = variants.flatMap((issues) => otherVariant(issues) ?? []);
  const [first] = wrongWords;
  if (first === undefined) return null;
  const message = oneOfMessage(wrongWords.flatMap(({ values }) => values));
  return [{ path: [...path, ...first.path].join('.'), message }];
}

/**
 * Converts the issues of a schema into faults: one for each unknown key, and those of the selected variant of a union.
 */
export const inputFaultsOf = (issues: readonly Issue[], base: Path = []): readonly InputFault[] =>
  issues.flatMap((issue): readonly InputFault[] => {
    const path = [...base, ...issue.path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: issue.message }));
    const inUnion = issue.code === 'invalid_union' ? faultsOfUnion(issue, path) : null;
    return inUnion ?? [{ path: path.join('.'), message: issue.message }];
  });
