/** Examples of price files for the API documentation. */
export const FILE_ID = '0b1f8f0e-6f1d-4a3e-9d2b-7c5e4a1b2c3d';

const READ = {
  id: FILE_ID,
  name: 'DAT_ASCII_EURUSD_M1_2018.csv',
  symbol: 'EURUSD',
  received_bytes: 21_456_000,
  total_bytes: 21_456_000,
  candles: 371_938,
  step_seconds: 60,
  first_candle: '2018-01-01T17:00:00',
  last_candle: '2018-12-31T16:58:00',
  recognised: {
    format: 'histdata',
    separator: 'semicolon',
    decimal_mark: 'point',
    has_header: false,
    time_form: 'compact',
    has_milliseconds: false,
    states_zone: false,
    is_date_order_assumed: false,
  },
  first_rows: [{ time: '2018-01-01T17:00:00', open: 1.20037, high: 1.201, low: 1.20037, close: 1.201 }],
  finding: { kind: 'found', zones: ['Etc/GMT+5', 'America/Bogota'], gaps: 51, matched: 49 },
  created_at: '2026-11-21T12:00:00.000Z',
} as const;

export const FILES = [
  { ...READ, status: 'waiting', time_zone: null, broker: null },
  { ...READ, status: 'kept', time_zone: 'Etc/GMT+5', broker: null },
] as const;
