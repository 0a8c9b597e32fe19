import type { Json } from '../kernel/index.ts';
import { RECORD_FORMAT, type RecordEntry, type RecordFile } from './record-file.ts';

/**
 * The record as CSV (RFC 4180, line feeds): a line for each entry, whose first columns are for a spreadsheet and whose
 * last two, `fact` and `evidence`, hold the entry as JSON. The last line has key, head, waiting facts and signature.
 */

/** Columns that are copied from the fact, with their places in it. */
const COPIED = {
  automation: [['automation']],
  event: [['event'], ['decision']],
  trade_id: [['trade_id']],
  signal_id: [['signal_id'], ['terms', 'signal_id']],
  account: [['terms', 'account']],
  currency: [['terms', 'currency']],
  symbol: [
    ['terms', 'symbol'],
    ['body', 'asset'],
  ],
  direction: [
    ['terms', 'direction'],
    ['body', 'direction'],
  ],
  stake_minor: [['terms', 'stake_minor'], ['stake_minor']],
  payout_bp: [['position', 'payout_bp']],
  entry_price: [
    ['position', 'entry_price'],
    ['body', 'entry_price'],
  ],
  settle_price: [['position', 'settle_price'], ['settle_price']],
  outcome: [['payload', 'settlement', 'outcome'], ['outcome']],
  profit_minor: [['payload', 'settlement', 'profitMinor']],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>;

/** Times of a fact, epoch milliseconds: the first that it has is its time. */
const TIMES = ['at_ms', 'published_ms', 'decided_ms'];

const LAST = `# ${RECORD_FORMAT}`;

/** Returns the first line of a record as CSV. */
export const RECORD_CSV_HEAD = `index,kind,time,${Object.keys(COPIED).join()},fact,evidence\n`;

/** Returns the line of an entry. */
export function recordCsvLine({ index, leaf, salt, fact, proof }: RecordEntry): string {
  const timeMs = TIMES.map((name) => at(fact, [name])).find((time) => typeof time === 'number');
  const time = typeof timeMs === 'number' ? new Date(timeMs).toISOString() : '';
  const copied = Object.values(COPIED).map((places) => cellOf(places.map((place) => at(fact, place)).find(isScalar)));
  const entry = [quoted(JSON.stringify(fact)), quoted(JSON.stringify({ index, leaf, salt, proof }))];
  return `${[index, leaf.split('\n')[1], time, ...copied, ...entry].join()}\n`;
}

/** Returns the last line. */
export const recordCsvEnd = ({ key, head, waiting, signature }: Omit<RecordFile, 'format' | 'entries'>): string =>
  `${LAST},${quoted(JSON.stringify({ key, head, waiting, signature }))}\n`;

/** Reads a record as CSV as an object of the shape of its JSON form, from the columns with JSON; null if it is none. */
export function readRecordCsv(text: string): Readonly<Record<string, unknown>> | null {
  const lines = text.replace(/\n$/, '').split('\n');
  const [, ...rest] = lines;
  const end = rest.pop();
  if (`${lines[0]}\n` !== RECORD_CSV_HEAD || end === undefined || !end.startsWith(`${LAST},`)) return null;
  const [about] = jsonCells(end);
  if (about === undefined) return null;
  const entries = rest.map((line) => {
    const [fact, evidence] = jsonCells(line);
    return { ...evidence, fact };
  });
  return { ...about, format: RECORD_FORMAT, entries };
}

/** Returns the whole text of a record as CSV. */
export const recordCsv = ({ entries, ...about }: Omit<RecordFile, 'format'>): string =>
  `${RECORD_CSV_HEAD}${entries.map(recordCsvLine).join('')}${recordCsvEnd(about)}`;

type Place = readonly string[];

function at(fact: Json, place: Place): Json | undefined {
  let found: Json | undefined = fact;
  for (const name of place) found = isObject(found) ? found[name] : undefined;
  return found;
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: Json | undefined): boolean => typeof value === 'string' || typeof value === 'number';

/** Returns a value as a cell. An apostrophe precedes a text that a spreadsheet could read as a formula. */
function cellOf(value: Json | undefined): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return quoted(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
}

const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns the cells of a line that hold JSON objects. JSON text has no line feed, and every such cell is quoted. */
function jsonCells(line: string): Readonly<Record<string, unknown>>[] {
  return [...line.matchAll(/(?<=,)"(\{(?:[^"]|"")*\})"(?=,|$)/g)].flatMap(([, cell = '']) => {
    const value = parsed(cell.replaceAll('""', '"'));
    return typeof value === 'object' && value !== null ? [{ ...value }] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
