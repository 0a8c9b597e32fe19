/** The hues of indicator lines, as tokens of the design. */
const HUES = ['accent', 'accent2', 'warn'] as const;
const DASHES: readonly number[][] = [[], [6, 3], [2, 3]];

/** The look of an indicator line. Lines beyond the three hues repeat them with dashes, so that each line differs. */
export type LineLook = { readonly hue: (typeof HUES)[number]; readonly dash: number[] };

/** Returns the look of the line with this number, from 0. */
export const lineLookOf = (number: number): LineLook => ({
  hue: HUES[number % HUES.length] ?? 'accent',
  dash: DASHES[Math.floor(number / HUES.length) % DASHES.length] ?? [],
});
