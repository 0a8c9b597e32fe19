/**
 * Corrects a p-value for the number of variants tried, by Bonferroni: min(1, n·p). Variants of one rule over the same
 * data depend on each other in unknown ways. Bonferroni is valid under any dependence. Šidák's 1 − (1 − p)^n requires
 * independence and gains almost nothing (2.5 % at the 5 % level).
 * @param variants number of variants tried, this one included; at least 1
 */
export const correctedPValue = (pValue: number, variants: number): number => Math.min(1, pValue * variants);
