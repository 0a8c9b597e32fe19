import { DATE_ORDERS, FILE_TIME_FORMS, PRICE_FILE_FORMATS } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { AssetSymbol, BrokerIdOrMock, Instant } from './common.ts';
import * as EXAMPLES from './examples/price-files.ts';

/** Largest size of a price file, in bytes. A gzipped file must not exceed it before or after unpacking. */
export const PRICE_FILE_MAX_BYTES = 1_073_741_824;

/** A time on the clock of the file, in ISO 8601 without a time zone, because the time zone may be unknown. */
const FileTime = z.string().meta({ examples: ['2018-01-02T17:00:00'] });

/** Format of a file, as detected from its first rows. */
export const RecognisedFile = z.object({
  format: z.enum(PRICE_FILE_FORMATS),
  separator: z.enum(['comma', 'semicolon', 'tab']),
  decimal_mark: z.enum(['point', 'comma']),
  has_header: z.boolean(),
  time_form: z.enum(FILE_TIME_FORMS),
  has_milliseconds: z.boolean(),
  /** Whether the times name their time zone. If so, `first_candle` and the rows are in UTC. */
  states_zone: z.boolean(),
  /**
   * Whether no row shows the order of day and month. The user then checks the rows, or uploads the file with `dates`.
   */
  is_date_order_assumed: z.boolean(),
});

/**
 * The finding about the clock of the file, from the gaps between its candles. `found` lists the time zones in which the
 * gaps match the closing hours of a market. If several match equally well, the best known is first. The finding is only
 * a proposal: the user confirms a time zone.
 */
export const ZoneFindingView = z.object({
  kind: z.enum(['no_gaps', 'unclear', 'found']),
  zones: z.array(z.string()),
  gaps: z.number().int(),
  matched: z.number().int(),
});
export type ZoneFindingView = z.infer<typeof ZoneFindingView>;

/**
 * A price file of the user, imported or fetched from a broker. `receiving`: the server reads it. `waiting`: its time
 * zone is not confirmed yet. `kept`: backtests can use it.
 */
export const PriceFile = z
  .object({
    id: z.uuid(),
    name: z.string(),
    symbol: AssetSymbol,
    status: z.enum(['receiving', 'waiting', 'kept']),
    received_bytes: z.number().int(),
    total_bytes: z.number().int().nullable(),
    candles: z.number().int(),
    step_seconds: z.number().int().nullable(),
    first_candle: FileTime.nullable(),
    last_candle: FileTime.nullable(),
    recognised: RecognisedFile.nullable(),
    first_rows: z.array(
      z.object({ time: FileTime, open: z.number(), high: z.number(), low: z.number(), close: z.number() }),
    ),
    finding: ZoneFindingView.nullable(),
    /** Confirmed time zone: an IANA name, or `Broker/NewYorkClose` for New York plus seven hours. */
    time_zone: z.string().nullable(),
    /** The broker from which the candles were fetched; null for an imported file. */
    broker: BrokerIdOrMock.nullable(),
    created_at: Instant,
  })
  .meta({ examples: EXAMPLES.FILES });
export type PriceFile = z.infer<typeof PriceFile>;

/** Query of `POST /api/v1/price-files`, whose body is the file. */
export const PriceFileQuery = z.object({
  symbol: AssetSymbol,
  name: z.string().trim().min(1).max(120),
  /** Order of day and month, for files that do not show the order. */
  dates: z.enum(DATE_ORDERS).optional(),
});
export type PriceFileQuery = z.infer<typeof PriceFileQuery>;

export const PriceFileParams = z.object({ id: z.uuid().meta({ examples: [EXAMPLES.FILE_ID] }) });

/** Body of `POST /api/v1/price-files/{id}/confirm`. */
export const PriceFileConfirmation = z
  .strictObject({ time_zone: z.string().min(1).max(64) })
  .meta({ examples: [{ time_zone: 'America/New_York' }] });

/** Response of `DELETE /api/v1/price-files/{id}`. */
export const PriceFileRemoved = z.object({ deleted: z.literal(true) }).meta({ examples: [{ deleted: true }] });
