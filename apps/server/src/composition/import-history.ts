import { at, type CandleColumns } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Config } from '#platform/config/config.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { connectDatabase } from './connect-database.ts';
import { UndoStack } from './undo-stack.ts';

/** Candles to import: closed 1-minute candles of one symbol, ascending in time. */
export type HistoryImport = { readonly symbol: string; readonly candles: CandleColumns };

/** A fault of the candles. `line` counts the lines of their CSV file; the header is line 1. */
export type ImportFault =
  | { readonly reason: 'unknown_symbol'; readonly known: readonly string[] }
  | { readonly reason: 'off_minute'; readonly line: number; readonly time: number }
  | { readonly reason: 'wrong_step'; readonly stepSeconds: number };

/** The number of candles in the file, and how many of them were new. */
export type ImportCounts = { readonly read: number; readonly added: number };

/** Source under which imported candles are stored, so that they never mix with the history of the simulated market. */
const SOURCE: PriceSource = 'replay';
const MINUTE_S = 60;
const ROWS_PER_STATEMENT = 20_000;

/**
 * Imports candles as history, all or none. Candles that are stored already do not change. It works with or without a
 * running server.
 * @throws StartupError if the database cannot be reached
 */
export async function importHistory(
  config: Config,
  request: HistoryImport,
): Promise<Result<ImportCounts, ImportFault>> {
  const fault = faultOf(request);
  if (fault) return err(fault);
  const undo = new UndoStack();
  try {
    const { access } = await connectDatabase(config, 'importación', undo);
    const db = openDatabase(access.app, { poolSize: 1 });
    undo.push(() => db.close());
    const added = await db.transaction((tx) => insert(tx, request));
    return ok({ read: request.candles.length, added });
  } finally {
    await undo.run();
  }
}

function faultOf({ symbol, candles }: HistoryImport): ImportFault | null {
  const known = SIMULATED_ASSETS.map((asset) => asset.symbol);
  if (!known.includes(symbol)) return { reason: 'unknown_symbol', known };
  let stepSeconds = Number.POSITIVE_INFINITY;
  for (let row = 0; row < candles.length; row += 1) {
    const time = at(candles.time, row);
    if (time % MINUTE_S !== 0) return { reason: 'off_minute', line: row + 2, time };
    if (row > 0) stepSeconds = Math.min(stepSeconds, time - at(candles.time, row - 1));
  }
  return candles.length > 1 && stepSeconds !== MINUTE_S ? { reason: 'wrong_step', stepSeconds } : null;
}

async function insert(tx: Transaction, { symbol, candles }: HistoryImport): Promise<number> {
  let added = 0;
  for (let from = 0; from < candles.length; from += ROWS_PER_STATEMENT) {
    const to = Math.min(candles.length, from + ROWS_PER_STATEMENT);
    const column = (values: Float64Array) => Array.from(values.subarray(from, to));
    const result = await tx`
      INSERT INTO candles_1m (source, symbol, time, open, high, low, close)
      SELECT ${SOURCE}, ${symbol}, c.* FROM unnest(
        ${column(candles.time)}::bigint[], ${column(candles.open)}::float8[], ${column(candles.high)}::float8[],
        ${column(candles.low)}::float8[], ${column(candles.close)}::float8[]
      ) AS c ON CONFLICT DO NOTHING`;
    added += result.count;
  }
  return added;
}
