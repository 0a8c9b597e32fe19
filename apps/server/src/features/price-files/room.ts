import { err, ok, type Result } from '@vigia/core/kernel';
import type { Sql } from '#platform/persistence/database.ts';
import { PRICE_FILE_LIMITS, type PriceFileDeps } from './deps.ts';
import { countStoredFiles } from './price-file.repository.ts';
import type { PriceFileRefusal } from './refusal.ts';

/** The number of candles that a user may still store, and the refusal of more. */
export type StorageRoom = { readonly candles: number; readonly refusal: PriceFileRefusal };

/** Returns the room for one more price file of a user; the refusal if they have the maximum number of files. */
export async function readStorageRoom(
  { keptLimits = PRICE_FILE_LIMITS }: Pick<PriceFileDeps, 'keptLimits'>,
  sql: Sql,
  { userId, isAnonymous }: { readonly userId: string; readonly isAnonymous: boolean },
): Promise<Result<StorageRoom, PriceFileRefusal>> {
  const kept = await countStoredFiles(sql, userId);
  const files = isAnonymous ? keptLimits.anonymousFiles : keptLimits.files;
  const candles = isAnonymous ? keptLimits.anonymousCandles : keptLimits.candles;
  const refusal: PriceFileRefusal = { code: 'price_files_full', values: { files, candles } };
  if (kept.files >= files) return err(refusal);
  const own = candles - kept.candles;
  return ok({ candles: isAnonymous ? Math.min(own, keptLimits.ofAnonymous - kept.ofAnonymous) : own, refusal });
}
