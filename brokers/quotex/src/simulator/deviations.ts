import { CLOCK_WRONG_MS, type Deviation, SHIFTED_CANDLES_FACTOR, withoutFields } from '@vigia/broker-kit/simulator';

/** Columns of an instrument's row that state its payout. */
const PAYOUT_COLUMNS = new Set([5, 18, 19, 20, 21]);

const rowsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Returns the payload of an event with these deviations applied. */
export function deviatedEvent(name: string, payload: unknown, deviations: ReadonlySet<Deviation>): unknown {
  if (deviations.size === 0) return payload;
  switch (name) {
    case 'settings/list':
      return deviatedProfile(fieldsOf(payload), deviations);
    case 'instruments/list':
      return deviations.has('payout_missing') ? rowsOf(payload).map(withoutPayout) : payload;
    case 'history/load':
      if (!deviations.has('candles_shifted')) return payload;
      return { ...fieldsOf(payload), data: rowsOf(fieldsOf(payload)['data']).map(shifted) };
    case 'orders/opened/list':
    case 'orders/closed/list':
      return deviatedRows(payload, deviations);
    default:
      return payload;
  }
}

/** Returns the profile of the user as the simulator sends it, with these deviations applied. */
export const deviatedProfile = (profile: object, deviations: ReadonlySet<Deviation>): object =>
  deviations.has('wallet_field_missing') ? withoutFields(profile, 'currencyCode') : profile;

/** Returns rows of orders with these deviations applied. */
export const deviatedRows = (rows: unknown, deviations: ReadonlySet<Deviation>): readonly unknown[] =>
  deviations.has('record_without_id')
    ? rowsOf(rows).map((row) => withoutFields(fieldsOf(row), 'id', 'ticket'))
    : rowsOf(rows);

/** Returns the time in the header `Date` of the simulated website, with these deviations applied. */
export const deviatedTimeMs = (timeMs: number, deviations: ReadonlySet<Deviation>): number =>
  deviations.has('clock_wrong') ? timeMs + CLOCK_WRONG_MS : timeMs;

const withoutPayout = (row: unknown): unknown =>
  rowsOf(row).map((cell, column) => (PAYOUT_COLUMNS.has(column) ? null : cell));

/** Returns a row `[time, open, close, high, low]` with shifted prices. */
const shifted = (row: unknown): unknown =>
  rowsOf(row).map((cell, column) => (column > 0 && typeof cell === 'number' ? cell * SHIFTED_CANDLES_FACTOR : cell));
