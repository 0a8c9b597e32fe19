import { at } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { PriceFileDeps } from './deps.ts';
import { timeZoneFaultText } from './file-fault.es.ts';
import * as repository from './price-file.repository.ts';
import { localTimeText } from './price-file-view.ts';
import { isZone } from './reading/is-zone.ts';
import { readCandles } from './reading/read-candles.ts';
import type { PriceFileRefusal } from './refusal.ts';

const EVER = { fromTime: -1e9, toTime: 1e12 };

/** Keeps a file permanently, with the time zone that its user confirmed. Repeating a confirmation changes nothing. */
export async function confirmZone(
  deps: PriceFileDeps,
  userId: string,
  id: string,
  timeZone: string,
): Promise<Result<repository.PriceFileRow, PriceFileRefusal>> {
  const { sql } = deps.db;
  if (!isZone(timeZone)) return err({ code: 'price_file_zone_unknown', values: { zone: timeZone } });
  const file = await repository.findFile(sql, id, userId);
  if (file === null || file.status === 'receiving') return err({ code: 'price_file_not_found' });
  const why = await unfitReason(deps, file, timeZone);
  if (why !== null) return err({ code: 'price_file_zone_unfit', values: { why } });
  await repository.markFileKept(sql, id, timeZone, deps.clock.now());
  const kept = await repository.findFile(sql, id, userId);
  return kept === null ? err({ code: 'price_file_not_found' }) : ok(kept);
}

/**
 * Returns why the times of the candles cannot be in this time zone; null if they can. The reason is that the time zone
 * skips an hour that the candles contain, or that it moves candles off their step.
 */
async function unfitReason(
  { db }: PriceFileDeps,
  file: repository.PriceFileRow,
  timeZone: string,
): Promise<string | null> {
  const stepSeconds = file.step_seconds ?? 1;
  let previous = Number.NEGATIVE_INFINITY;
  for await (const { length, time } of readCandles(db.sql, { id: file.id, timeZone }, EVER)) {
    for (let row = 0; row < length; row += 1) {
      const now = at(time, row);
      if (now <= previous) return timeZoneFaultText({ reason: 'skipped_hour', utc: localTimeText(now) });
      if (now % stepSeconds !== 0) return timeZoneFaultText({ reason: 'off_step', stepSeconds });
      previous = now;
    }
  }
  return null;
}
