import {
  CLOCK_WRONG_MS,
  type Deviation,
  SHIFTED_CANDLES_FACTOR,
  withoutFields,
  withScaledFields,
} from '@vigia/broker-kit/simulator';
import { fieldsOf, type OutgoingMessage } from './wire.ts';

const rowsOf = (value: unknown): readonly object[] =>
  Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : [];

/** Returns the message with these deviations applied. */
export function deviatedMessage(message: OutgoingMessage, deviations: ReadonlySet<Deviation>): OutgoingMessage {
  if (deviations.size === 0) return message;
  const { e, d, ts } = message;
  switch (e) {
    case 55:
      return deviations.has('wallet_field_missing') ? { ...message, d: rowsOf(d).map(withoutGroup) } : message;
    case 90:
      return deviations.has('clock_wrong') ? { ...message, ts: (ts ?? 0) + CLOCK_WRONG_MS / 1_000 } : message;
    case 10:
      return deviations.has('candles_shifted') ? { ...message, d: rowsOf(d).map(shifted) } : message;
    case 182:
    case 183:
      if (!deviations.has('payout_missing')) return message;
      return { ...message, d: rowsOf(d).map((row) => withoutFields(row, 'profitability')) };
    case 31:
      return { ...message, d: deviatedRows(rowsOf(d), deviations) };
    default:
      return message;
  }
}

/** Returns the rows of the records with these deviations applied. */
export const deviatedRows = (rows: readonly object[], deviations: ReadonlySet<Deviation>): readonly object[] =>
  deviations.has('record_without_id') ? rows.map((row) => withoutFields(row, 'id')) : rows;

const withoutGroup = (row: object): object => (fieldsOf(row)['group'] === 'demo' ? withoutFields(row, 'group') : row);

const shifted = (row: object): object => ({
  ...row,
  candles: rowsOf(fieldsOf(row)['candles']).map((candle) =>
    withScaledFields(candle, SHIFTED_CANDLES_FACTOR, 'open', 'high', 'low', 'close'),
  ),
});
