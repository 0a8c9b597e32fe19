/**
 * Consecutive blocks of time of equal length, aligned to the epoch. Trades of different blocks are treated as
 * independent: a trade's life is at most a tenth of a block.
 */
export type BlockGrid = {
  readonly lengthMs: number;
  /** Number of the first block, counted from the epoch. */
  readonly first: number;
  readonly count: number;
};

/** Length of the shortest blocks. Longer blocks are 2, 4, 8 … times as long. */
const SHORTEST_MS = 15 * 60_000;
/** Smallest ratio of the length of a block to the life of a trade. */
const MIN_LIVES_PER_BLOCK = 10;
/** Largest number of blocks. More blocks would make a verdict slower but not better. */
const MAX_BLOCKS = 256;

/**
 * Returns the blocks of a tested time span.
 * @param span tested time, epoch milliseconds; `toMs` is exclusive and after `fromMs`
 * @param longestLifeMs longest time from the entry of a trade to its expiry
 */
export function blockGrid(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  longestLifeMs: number,
): BlockGrid {
  const least = Math.max(MIN_LIVES_PER_BLOCK * longestLifeMs, (toMs - fromMs) / (MAX_BLOCKS - 1), SHORTEST_MS);
  const lengthMs = SHORTEST_MS * 2 ** Math.ceil(Math.log2(least / SHORTEST_MS));
  const first = Math.floor(fromMs / lengthMs);
  return { lengthMs, first, count: Math.max(1, Math.ceil(toMs / lengthMs) - first) };
}

/** Fields of a block: decided trades, won trades, and the sum of the returns per unit staked. */
export const BLOCK_INDEX = { decided: 0, won: 1, returns: 2 } as const;
export const BLOCK_FIELDS = 3;

/** One record of `BLOCK_FIELDS` numbers per block. */
export type ReturnBlocks = Float64Array;

export const emptyBlocks = ({ count }: BlockGrid): ReturnBlocks => new Float64Array(count * BLOCK_FIELDS);

/**
 * Adds a decided trade to the block of its entry.
 * @param firstField index of the first block's first field in `rows`
 * @param returnRatio return per unit staked: the payout of a won trade, −1 of a lost one
 */
export function addToBlock(
  rows: ReturnBlocks,
  firstField: number,
  { lengthMs, first, count }: BlockGrid,
  entryMs: number,
  returnRatio: number,
): void {
  const block = Math.min(Math.max(Math.floor(entryMs / lengthMs) - first, 0), count - 1);
  const field = firstField + block * BLOCK_FIELDS;
  rows[field + BLOCK_INDEX.decided] = (rows[field + BLOCK_INDEX.decided] ?? 0) + 1;
  if (returnRatio > 0) rows[field + BLOCK_INDEX.won] = (rows[field + BLOCK_INDEX.won] ?? 0) + 1;
  rows[field + BLOCK_INDEX.returns] = (rows[field + BLOCK_INDEX.returns] ?? 0) + returnRatio;
}
