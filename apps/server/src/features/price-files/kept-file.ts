import { err, type Result } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import { findFile } from './price-file.repository.ts';
import type { PriceFileRefusal } from './refusal.ts';

/** Facts about a kept file. Its times are in `timeZone`, the time zone of the file. */
export type KeptFile = {
  readonly id: string;
  readonly symbol: string;
  readonly digest: string;
  readonly stepSeconds: number;
  readonly timeZone: string;
  /** The broker from which the candles were fetched; null if the user imported them. */
  readonly broker: string | null;
};

/** Open times of the first and of the last candle of a file, in the time zone of the file. */
export type KeptSpan = { readonly firstTime: number; readonly lastTime: number };

/** Finds a kept file of a user. */
export async function findKeptFile(
  sql: Sql,
  userId: string,
  id: string,
): Promise<Result<KeptFile & KeptSpan, PriceFileRefusal>> {
  const row = await findFile(sql, id, userId);
  if (row === null || row.status === 'receiving') return err({ code: 'price_file_not_found' });
  const { symbol, digest, step_seconds, first_time, last_time, time_zone, broker } = row;
  if (digest === null || step_seconds === null || first_time === null || last_time === null || time_zone === null) {
    return err({ code: 'price_file_not_kept' });
  }
  const span = { firstTime: first_time, lastTime: last_time };
  return { ok: true, value: { id, symbol, digest, stepSeconds: step_seconds, timeZone: time_zone, broker, ...span } };
}
