/**
 * Returns p-values that are corrected for their number (Holm 1979). The probability that any of the corrected values of
 * true hypotheses is at most α is at most α, whatever their dependence. A null stays null and does not count.
 */
export function holmCorrected(pValues: readonly (number | null)[]): readonly (number | null)[] {
  const known = pValues.filter((value) => value !== null).toSorted((a, b) => a - b);
  let least = 0;
  const corrected = new Map<number, number>();
  for (const [index, value] of known.entries()) {
    least = Math.max(least, Math.min(1, (known.length - index) * value));
    if (!corrected.has(value)) corrected.set(value, least);
  }
  return pValues.map((value) => (value === null ? null : (corrected.get(value) ?? 1)));
}
