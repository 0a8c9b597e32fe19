/** Largest number of backtests that can be compared. */
export const COMPARED_MAX = 4;
export const COMPARED_MIN = 2;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Parses a search parameter with ids of backtests, such as `id,id`. Other words are ignored. */
export const parseRunIds = (text: string | undefined): readonly string[] =>
  [...new Set((text ?? '').split(',').filter((word) => ID.test(word)))].slice(0, COMPARED_MAX);

export const formatRunIds = (ids: readonly string[]): string => ids.join(',');
