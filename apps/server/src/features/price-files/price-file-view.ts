import { PriceFile } from '@vigia/contract';
import type { Dialect, ZoneFinding } from '@vigia/core/candles';
import type { PriceFileRow } from './price-file.repository.ts';

/** Returns a time in the time zone of a file as ISO 8601 without a UTC offset. */
export const localTimeText = (time: number): string => new Date(time * 1_000).toISOString().slice(0, 19);

export const dialectView = (dialect: Dialect) => ({
  format: dialect.format,
  separator: dialect.separator,
  decimal_mark: dialect.decimalMark,
  has_header: dialect.hasHeader,
  time_form: dialect.timeForm,
  has_milliseconds: dialect.hasMilliseconds,
  states_zone: dialect.statesZone,
  is_date_order_assumed: dialect.isDateOrderAssumed,
});

export const zoneFindingView = (finding: ZoneFinding) => ({
  kind: finding.kind,
  zones: finding.kind === 'found' ? finding.zones : [],
  gaps: finding.kind === 'no_gaps' ? 0 : finding.gaps,
  matched: finding.kind === 'found' ? finding.matched : 0,
});

/** Returns a stored file in the shape of the API. */
export const toView = (row: PriceFileRow): PriceFile =>
  PriceFile.parse({
    ...row,
    first_candle: row.first_time === null ? null : localTimeText(row.first_time),
    last_candle: row.last_time === null ? null : localTimeText(row.last_time),
    first_rows: row.first_rows ?? [],
    created_at: row.created_at.toISOString(),
  });
