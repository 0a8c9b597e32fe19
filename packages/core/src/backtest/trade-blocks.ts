import { at } from '#candles/index.ts';
import { addToBlock, BLOCK_FIELDS, type BlockGrid, blockGrid, type ReturnBlocks } from '#statistics/index.ts';
import { type Backtest, RESULT_CODES, type TradeColumns } from './backtest.ts';

const BASIS_POINTS = 10_000;

/** Returns true if some trade entered before the previous one had expired. */
export function overlaps({ length, entryMs, expiryMs }: TradeColumns): boolean {
  for (let row = 1; row < length; row += 1) if (at(entryMs, row) < at(expiryMs, row - 1)) return true;
  return false;
}

/** Returns the longest time from the entry of a trade to its expiry; 0 without trades. */
function longestLifeMs({ length, entryMs, expiryMs }: TradeColumns): number {
  let longest = 0;
  for (let row = 0; row < length; row += 1) longest = Math.max(longest, at(expiryMs, row) - at(entryMs, row));
  return longest;
}

/** Returns the time of the data; without candles, a span of a millisecond. */
export const testedSpanOf = ({ fromMs, toMs }: Backtest) => ({ fromMs: fromMs ?? 0, toMs: toMs ?? 1 });

/** Returns the blocks for the trades of one run. Trades that do not overlap need no long blocks. */
export const blockGridForTrades = (
  trades: TradeColumns,
  span: { readonly fromMs: number; readonly toMs: number },
  isOverlapping: boolean,
): BlockGrid => blockGrid(span, isOverlapping ? longestLifeMs(trades) : 0);

/** Adds trade `row` to its block if it is decided. */
export function addTradeToBlock(
  rows: ReturnBlocks,
  firstField: number,
  grid: BlockGrid,
  { result, entryMs, payoutBp }: TradeColumns,
  row: number,
): void {
  const how = result[row];
  if (how !== RESULT_CODES.won && how !== RESULT_CODES.lost) return;
  addToBlock(
    rows,
    firstField,
    grid,
    at(entryMs, row),
    how === RESULT_CODES.won ? (payoutBp[row] ?? NaN) / BASIS_POINTS : -1,
  );
}

/** Returns true if no decided trade is in the block of this time yet. */
export function isFirstInBlock(rows: ReturnBlocks, firstField: number, grid: BlockGrid, entryMs: number): boolean {
  const block = Math.min(Math.max(Math.floor(entryMs / grid.lengthMs) - grid.first, 0), grid.count - 1);
  return at(rows, firstField + block * BLOCK_FIELDS) === 0;
}

/** Number of fields of the blocks of one record. */
export const blockFieldCount = ({ count }: BlockGrid): number => count * BLOCK_FIELDS;

/** Returns the blocks of one record, without a copy. */
export const blocksAt = (rows: Float64Array, firstField: number, grid: BlockGrid): ReturnBlocks =>
  rows.subarray(firstField, firstField + blockFieldCount(grid));
