import { err, ok, type Result } from '#kernel/index.ts';
import { at, type CandleColumns } from './columns.ts';
import type { CsvError } from './csv-error.ts';
import { lineOf, readTable, timeOrderFault, type WantedColumn } from './csv-table.ts';

const PRICES = ['open', 'high', 'low', 'close'] as const;
const WANTED: readonly WantedColumn[] = [
  { column: 'time', names: ['time'] },
  ...PRICES.map((column) => ({ column, names: [column] })),
];
const MS_PER_SECOND = 1_000;

/**
 * Returns the fault of the prices of a row. Returns null if all are above zero, the high is the highest and the low is
 * the lowest.
 */
export function priceFault(candles: CandleColumns, row: number, line: number): CsvError | null {
  const open = at(candles.open, row);
  const high = at(candles.high, row);
  const low = at(candles.low, row);
  const close = at(candles.close, row);
  if (low > 0 && low <= open && low <= close && high >= open && high >= close) return null;
  for (const column of PRICES) {
    const price = at(candles[column], row);
    if (price <= 0) return { line, reason: 'price_not_positive', column, price };
  }
  return { line, reason: 'high_low_inconsistent', open, high, low, close };
}

function firstFault(candles: CandleColumns): CsvError | null {
  for (let row = 0; row < candles.length; row += 1) {
    const fault = timeOrderFault(candles.time, row, false) ?? priceFault(candles, row, lineOf(row));
    if (fault) return fault;
  }
  return null;
}

/**
 * Reads candles from CSV bytes in UTF-8 or UTF-16, separated by commas, semicolons or tabs. The decimal mark is a point
 * or, unless commas separate the columns, a comma. Exports of MetaTrader (`<DATE>`, `<TIME>`) are accepted. The header
 * names `time,open,high,low,close` in any case and order; other columns are ignored. Time is UTC epoch seconds or ISO
 * 8601 (UTC if it has no time zone), strictly ascending. Prices are above zero and bit-equal to Number(text).
 * @returns the candles, or the file's first fault with its line (header = 1).
 */
export function parseCandleCsv(bytes: Uint8Array): Result<CandleColumns, CsvError> {
  const { columns, rows, error } = readTable(bytes, WANTED, MS_PER_SECOND);
  const [time, open, high, low, close] = columns;
  if (!time || !open || !high || !low || !close) return err(error ?? { line: 1, reason: 'bad_header' });
  const candles = { length: rows, time, open, high, low, close };
  const fault = firstFault(candles) ?? error;
  return fault ? err(fault) : ok(candles);
}
