import { createReadStream } from 'node:fs';
import {
  at,
  type CandleColumns,
  type CsvError,
  type Dialect,
  type FileFacts,
  findZone,
  PriceFileReader,
  utcClock,
  type ZoneFinding,
} from '@vigia/core/candles';
import { err, ok, type Result, zoneOffset } from '@vigia/core/kernel';
import type { DateOrder } from '@vigia/core/vocabulary';
import { decompressUpload, type FileFault, fileFaultText, UnreadableUploadError } from '#features/price-files/index.ts';

/** A price file on this machine. `dateOrder` is null if its rows show the order of day and month. */
export type LocalPriceFile = { readonly path: string; readonly dateOrder: DateOrder | null };

/** A price file that was completely read, and the finding about the time zone of its times. */
export type ExaminedFile = { readonly dialect: Dialect; readonly facts: FileFacts; readonly finding: ZoneFinding };

const MAX_MEGABYTES = 1_024;

/** The error of a file whose text is not readable. */
class UnreadableFile extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

/**
 * Reads a complete file without storing its content.
 * @returns the reason in Spanish if it is not readable
 * @throws the error of the file system if it cannot be opened
 */
export async function examinePriceFile(file: LocalPriceFile): Promise<Result<ExaminedFile, string>> {
  const reader = new PriceFileReader({ dateOrder: file.dateOrder });
  try {
    for await (const _ of candlesOf(file, reader)) continue;
  } catch (error) {
    if (error instanceof UnreadableFile) return err(fileFaultText(error.fault, MAX_MEGABYTES));
    throw error;
  }
  const { dialect, facts } = reader;
  if (dialect === null) throw new Error('a file that was read has a dialect');
  return ok({ dialect, facts, finding: findZone(facts.gaps, zoneOffset) });
}

/**
 * Yields the candles of a file in UTC, in batches. A batch is valid only until the next batch is requested.
 * @param timeZone time zone of the times in the file
 */
export async function* utcCandles(file: LocalPriceFile, timeZone: string): AsyncGenerator<CandleColumns> {
  const toUtc = utcClock(timeZone, zoneOffset);
  for await (const candles of candlesOf(file, new PriceFileReader({ dateOrder: file.dateOrder }))) {
    for (let row = 0; row < candles.length; row += 1) candles.time[row] = toUtc(at(candles.time, row));
    yield candles;
  }
}

async function* candlesOf({ path }: LocalPriceFile, reader: PriceFileReader): AsyncGenerator<CandleColumns> {
  const take = (read: Result<CandleColumns, CsvError>): CandleColumns => {
    if (!read.ok) throw new UnreadableFile(read.error);
    return read.value;
  };
  const opened = createReadStream(path);
  try {
    for await (const chunk of decompressUpload(opened, () => undefined)) yield take(reader.push(chunk));
  } catch (error) {
    if (!(error instanceof UnreadableUploadError)) throw error;
    if (error.fault === 'cut_off') throw error.cause;
    throw new UnreadableFile({ reason: error.fault === 'too_large' ? 'unpacks_too_large' : error.fault });
  } finally {
    opened.destroy();
  }
  yield take(reader.end());
}
