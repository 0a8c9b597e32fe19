/** Formats of price files that the reader recognises by name; `other` is any other table of candles. */
export const PRICE_FILE_FORMATS = [
  'vigia',
  'histdata',
  'metatrader_4',
  'metatrader_5',
  'tradingview',
  'dukascopy',
  'other',
] as const;
export type PriceFileFormat = (typeof PRICE_FILE_FORMATS)[number];

/** Form of the times in a price file. `compact`: `20180131 170000`; `year_first`: `2018.01.31 17:00`. */
export const FILE_TIME_FORMS = [
  'epoch_seconds',
  'epoch_milliseconds',
  'compact',
  'year_first',
  'day_first',
  'month_first',
] as const;
export type FileTimeForm = (typeof FILE_TIME_FORMS)[number];

/** Order of day and month in dates such as `03/04/2018`. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/**
 * Time of the servers of most MetaTrader brokers: seven hours ahead of New York, so their day ends with the New York
 * session. No IANA time zone is equal to it.
 */
export const BROKER_SERVER_ZONE = 'Broker/NewYorkClose';
