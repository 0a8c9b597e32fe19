import { err, type Result } from '@vigia/core/kernel';
import { isZone } from '#features/price-files/index.ts';
import type { Config } from '#platform/config/config.ts';
import { type LocalPriceFile, utcCandles } from './examine-price-file.ts';
import { type ImportCounts, type ImportFault, importHistory } from './import-history.ts';

/** A price file to import, and the time zone of its times. */
export type PriceFileImport = { readonly file: LocalPriceFile; readonly symbol: string; readonly timeZone: string };

export type PriceFileFault = ImportFault | { readonly reason: 'unknown_zone' };

/**
 * Imports an examined price file as history, completely or not at all.
 * @throws StartupError if the database is unreachable
 */
export async function importPriceFile(
  config: Config,
  { file, symbol, timeZone }: PriceFileImport,
): Promise<Result<ImportCounts, PriceFileFault>> {
  if (!isZone(timeZone)) return err({ reason: 'unknown_zone' });
  return importHistory(config, { symbol, candles: utcCandles(file, timeZone) });
}
