import type { TradeFilter } from '@vigia/contract';
import { minorUnits } from '@vigia/core/kernel';
import { type Currency, exponentOf, formatMinor } from '@vigia/core/money';
import { EXPORT_PAGE_ROWS, type PageCursor, pagesByTime } from '#platform/export/export-section.ts';
import { SOLD_EARLY_REASON } from '../correct-trade.ts';
import type { TradingDeps } from '../deps.ts';
import { type EndedTradeRowWithLocalTimes, settledPage } from './ended-trades.repository.ts';
import { CSV_COLUMNS_ES, RESULTS_ES } from './history-csv.es.ts';

/** Byte order mark, which marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\u{feff}';
const BASIS_POINTS = 10_000;

type Column = keyof typeof CSV_COLUMNS_ES;

const iso = (timeMs: number | null | undefined): string =>
  timeMs === null || timeMs === undefined ? '' : new Date(timeMs).toISOString();
/** Formats an amount with all decimals of the currency: `10.50` USD, `500` CLP. */
const money = (minor: number, currency: Currency): string =>
  formatMinor(minorUnits(minor), currency).toFixed(exponentOf(currency));
const number = (value: number | null): string => (value === null ? '' : String(value));

/**
 * Prefixes a text that a spreadsheet would run as a formula (OWASP, CSV injection), and quotes it where RFC 4180
 * requires.
 */
export function csvField(text: string | null): string {
  const safe = /^[=+\-@\t\r]/.test(text ?? '') ? `'${text}` : (text ?? '');
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Functions that format the cells: numbers with a decimal point, times in UTC, no text that a spreadsheet would run as
 * a formula.
 */
const VALUES: Readonly<Record<Column, (row: EndedTradeRowWithLocalTimes) => string>> = {
  id: (row) => csvField(row.id),
  symbol: (row) => csvField(row.symbol),
  direction: (row) => csvField(row.direction),
  stake: (row) => money(row.stake_minor, row.currency),
  payout: (row) => number(row.payout_bp === null ? null : row.payout_bp / BASIS_POINTS),
  durationMinutes: (row) => number(row.duration_min),
  entryTime: (row) => iso(row.entry_time.getTime()),
  entryLocal: (row) => csvField(row.entry_local),
  entryPrice: (row) => number(row.entry_price),
  entryTickTime: (row) => iso(row.entry_tick_ms),
  expiryTime: (row) => iso(row.expiry_time.getTime()),
  settledTime: (row) => iso(row.settled_at.getTime()),
  settledLocal: (row) => csvField(row.settled_local),
  timeZone: (row) => csvField(row.time_zone),
  settlePrice: (row) => number(row.settle_price),
  settleTickTime: (row) => iso(row.settle_tick_ms),
  source: (row) => csvField(row.source),
  result: (row) =>
    csvField(
      row.status === 'active'
        ? null
        : RESULTS_ES[row.settle_reason === SOLD_EARLY_REASON ? SOLD_EARLY_REASON : row.status],
    ),
  profit: (row) => money(row.profit_minor, row.currency),
  broker: (row) => csvField(row.broker),
  account: (row) => csvField(row.account),
  currency: (row) => csvField(row.currency),
  mode: (row) => csvField(row.mode),
  origin: (row) => csvField(row.origin),
  execution: (row) => csvField(row.execution),
  reason: (row) => csvField(row.settle_reason),
  correctedTime: (row) => iso(row.corrected_at?.getTime()),
  durationSeconds: (row) => number(row.duration_s),
  durationTicks: (row) => number(row.duration_ticks),
};
const COLUMNS = Object.keys(CSV_COLUMNS_ES) as readonly Column[];

const line = (values: readonly string[]): string => `${values.join(',')}\r\n`;
const HEADER = BYTE_ORDER_MARK + line(COLUMNS.map((column) => csvField(CSV_COLUMNS_ES[column])));

/** Yields the rows as CSV text (RFC 4180), one part per page. The first part starts with the heading. */
async function* csvFile(pages: AsyncIterable<readonly EndedTradeRowWithLocalTimes[]>): AsyncGenerator<string> {
  let heading = HEADER;
  for await (const rows of pages) {
    yield heading + rows.map((row) => line(COLUMNS.map((column) => VALUES[column](row)))).join('');
    heading = '';
  }
}

/** A text file whose parts are generated while they are read. */
export type StreamedTextFile = { readonly name: string; readonly parts: AsyncGenerator<string> };

/**
 * Returns all ended trades that match the filter, oldest first, as a CSV file whose parts are generated while they are
 * read. Memory use does not depend on the length of the file, and no database cursor stays open between two parts.
 * Trades that end after the start of the download are left out.
 */
export function historyFile(
  { db, clock }: Pick<TradingDeps, 'db' | 'clock'>,
  userId: string,
  filter: TradeFilter,
): StreamedTextFile {
  const until = new Date(clock.now());
  const read = (after: PageCursor) => settledPage(db.sql, userId, filter, { after, until, limit: EXPORT_PAGE_ROWS });
  const pages = pagesByTime(read, ({ settled_at: at, id }) => ({ at, id }));
  return { name: `vigia-operaciones-${until.toISOString().slice(0, 10)}.csv`, parts: csvFile(pages) };
}
