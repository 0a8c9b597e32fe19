import { at, type CandleColumns } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { PriceSource } from '@vigia/core/vocabulary';
import type { Config } from '#platform/config/config.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { openDatabase } from '#platform/persistence/postgres-database.ts';
import { connectDatabase } from './connect-database.ts';
import { UndoStack } from './undo-stack.ts';

/**
 * Candles to import: closed 1-minute candles of one symbol in UTC, in batches. A batch may reuse the memory of the last
 * one.
 */
export type HistoryImport = { readonly symbol: string; readonly candles: AsyncIterable<CandleColumns> };

/** A fault of the candles. `skipped_hour`: the time of a candle is in an hour that its time zone skips. */
export type ImportFault =
  | { readonly reason: 'bad_symbol' }
  | { readonly reason: 'off_minute' | 'skipped_hour'; readonly time: number }
  | { readonly reason: 'wrong_step'; readonly stepSeconds: number };

/** Number of candles in the file, and number of new candles among them. */
export type ImportCounts = { readonly read: number; readonly added: number };

/** Source under which imported candles are stored, so that they do not mix with the history of the simulated market. */
const SOURCE: PriceSource = 'replay';
const SYMBOL = /^[A-Z0-9._-]{2,20}$/;
const MINUTE_S = 60;
const ROWS_PER_STATEMENT = 20_000;

/** The error that rolls back an import. */
class FaultyCandles extends Error {
  readonly fault: ImportFault;

  constructor(fault: ImportFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

/**
 * Imports either all candles as history or none. Candles that are already stored do not change. It works with or
 * without a running server.
 * @throws StartupError if the database is unreachable
 */
export async function importHistory(
  config: Config,
  { symbol, candles }: HistoryImport,
): Promise<Result<ImportCounts, ImportFault>> {
  if (!SYMBOL.test(symbol)) return err({ reason: 'bad_symbol' });
  const undo = new UndoStack();
  try {
    const { access } = await connectDatabase(config, 'importación', undo);
    const db = openDatabase(access.app, { poolSize: 1 });
    undo.push(() => db.close());
    return ok(await db.transaction((tx) => insertAll(tx, symbol, candles)));
  } catch (error) {
    if (error instanceof FaultyCandles) return err(error.fault);
    throw error;
  } finally {
    await undo.run();
  }
}

async function insertAll(
  tx: Transaction,
  symbol: string,
  candles: AsyncIterable<CandleColumns>,
): Promise<ImportCounts> {
  const steps = new StepCheck();
  let [read, added] = [0, 0];
  for await (const block of candles) {
    steps.add(block);
    read += block.length;
    added += await insert(tx, symbol, block);
  }
  steps.end(read);
  return { read, added };
}

/**
 * Checks that candles are of one minute and in ascending order.
 * @throws FaultyCandles
 */
class StepCheck {
  #stepSeconds = Number.POSITIVE_INFINITY;
  #lastTime = Number.NEGATIVE_INFINITY;

  add({ length, time }: CandleColumns): void {
    for (let row = 0; row < length; row += 1) {
      const now = at(time, row);
      if (now % MINUTE_S !== 0) throw new FaultyCandles({ reason: 'off_minute', time: now });
      if (now <= this.#lastTime) throw new FaultyCandles({ reason: 'skipped_hour', time: now });
      this.#stepSeconds = Math.min(this.#stepSeconds, now - this.#lastTime);
      this.#lastTime = now;
    }
  }

  end(candles: number): void {
    const stepSeconds = this.#stepSeconds;
    if (candles > 1 && stepSeconds !== MINUTE_S) throw new FaultyCandles({ reason: 'wrong_step', stepSeconds });
  }
}

async function insert(tx: Transaction, symbol: string, candles: CandleColumns): Promise<number> {
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
