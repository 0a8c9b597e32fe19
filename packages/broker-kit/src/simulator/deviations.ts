/**
 * Deviations of a simulated broker from what its adapter expects. Tests of the broker check turn them on.
 * `late_settlement` is a switch of the book (`ContractBook.delaySettlement`).
 */
export type Deviation =
  /** The demo account lacks a field that the adapter needs to read it. */
  | 'wallet_field_missing'
  /** The broker's clock is 90 s ahead of its own prices. */
  | 'clock_wrong'
  /** Candles are one percent above the ticks. */
  | 'candles_shifted'
  /** No asset states its payout. */
  | 'payout_missing'
  /** Rows of the records lack their id. */
  | 'record_without_id'
  /** A message of an unknown type follows each order. */
  | 'unknown_message';

/** Time by which `clock_wrong` shifts the clock. */
export const CLOCK_WRONG_MS = 90_000;
/** Factor by which `candles_shifted` multiplies prices. */
export const SHIFTED_CANDLES_FACTOR = 1.01;

/** Returns the row without the named fields. */
export const withoutFields = (row: object, ...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** Returns the row with every given field multiplied. */
export const withScaledFields = (row: object, factor: number, ...names: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'number' ? value * factor : value,
    ]),
  );
