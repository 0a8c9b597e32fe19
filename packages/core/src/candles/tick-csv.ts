import { err, ok, type Result } from '#kernel/index.ts';
import { at, type TickColumns } from './columns.ts';
import type { CsvError } from './csv-error.ts';
import { lineOf, readTable, timeOrderFault, type WantedColumn } from './csv-table.ts';

/** The price of a file with bid and ask prices is the bid, for all purposes (docs/spec/pcr.md §1). */
const WANTED: readonly WantedColumn[] = [
  { column: 'time', names: ['time'] },
  { column: 'price', names: ['price', 'bid'] },
];

function firstFault(ticks: TickColumns): CsvError | null {
  for (let row = 0; row < ticks.length; row += 1) {
    const disorder = timeOrderFault(ticks.timeMs, row, true);
    if (disorder) return disorder;
    const price = at(ticks.price, row);
    if (price <= 0) return { line: lineOf(row), reason: 'price_not_positive', column: 'price', price };
  }
  return null;
}

/**
 * Reads ticks from CSV bytes (UTF-8, BOM and CR LF allowed). The header names `time` and `price`, or `bid` without a
 * `price`, in any case and order. Other columns are ignored. Time is UTC epoch milliseconds or ISO 8601 (UTC if it has
 * no time zone), ascending; equal times are allowed. Prices are above zero and bit-equal to Number(text).
 * @returns the ticks, or the file's first fault with its line (header = 1).
 */
export function parseTickCsv(bytes: Uint8Array): Result<TickColumns, CsvError> {
  const { columns, rows, error } = readTable(bytes, WANTED, 1);
  const [timeMs, price] = columns;
  if (!timeMs || !price) return err(error ?? { line: 1, reason: 'bad_header' });
  const ticks = { length: rows, timeMs, price };
  const fault = firstFault(ticks) ?? error;
  return fault ? err(fault) : ok(ticks);
}
