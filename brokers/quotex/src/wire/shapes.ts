import type { Topic } from './events.ts';

/** Smallest number of columns of an instrument's row. Rows of quotes have at most four columns. */
const INSTRUMENT_COLUMNS = 16;

/**
 * Finds the topic of a payload without a header by its form alone. Community sources report such payloads for quotes,
 * balances and ended orders. Returns null for an ambiguous form, such as a list of orders, because open and ended
 * orders have the same form.
 */
export function topicByShape(payload: unknown): Topic | null {
  if (Array.isArray(payload)) return topicOfRows(payload);
  if (typeof payload !== 'object' || payload === null) return null;
  const has = (...keys: readonly string[]): boolean => keys.every((key) => key in payload);
  if (has('deals')) return 'orders_closed';
  if (has('error', 'requestId')) return 'order_refused';
  if (has('id', 'requestId', 'openTimestamp')) return 'order_opened';
  if (has('asset') && (has('candles') || has('history') || has('data'))) return 'history';
  const isBalance = has('liveBalance', 'demoBalance') || has('balance', 'isDemo') || has('accountBalance', 'isDemo');
  return isBalance ? 'balance' : null;
}

function topicOfRows(rows: readonly unknown[]): Topic | null {
  const row: unknown = rows[0];
  if (!Array.isArray(row)) return null;
  const [first, second, third]: unknown[] = row;
  if (typeof first === 'number' && typeof second === 'string' && row.length >= INSTRUMENT_COLUMNS) return 'instruments';
  return typeof first === 'string' && typeof second === 'number' && typeof third === 'number' ? 'quotes' : null;
}
