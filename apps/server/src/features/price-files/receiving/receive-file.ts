import type { PriceFileQuery } from '@vigia/contract';
import { at, type CandleColumns, type Dialect, type FileFacts, findZone, PriceFileReader } from '@vigia/core/candles';
import { type Clock, err, ok, type Result, zoneOffset } from '@vigia/core/kernel';
import type { PriceFileDeps } from '../deps.ts';
import { type FileFault, fileFaultText } from '../file-fault.es.ts';
import * as repository from '../price-file.repository.ts';
import { dialectView, localTimeText, zoneFindingView } from '../price-file-view.ts';
import type { PriceFileRefusal } from '../refusal.ts';
import { readStorageRoom, type StorageRoom } from '../room.ts';
import { decompressUpload, UnreadableUploadError } from './decompress-upload.ts';
import { FileDeletedError, PartWriter } from './part-writer.ts';
import type { Uploader, UploadsInProgress } from './uploads-in-progress.ts';

export type ReceiveDeps = PriceFileDeps & {
  readonly coming: UploadsInProgress;
  /** Id of this process; its lease shows that the process is alive. */
  readonly runner: string;
};

/** A file to receive. `totalBytes` is the size that the client states; null if it states none. */
export type IncomingFile = PriceFileQuery & { readonly totalBytes: number | null };

const ROWS_SHOWN = 5;
const HOUR_MS = 3_600_000;

/**
 * Receives a file and stores its candles. The file then waits until its user confirms its time zone. Nothing of a
 * refused file stays stored.
 */
export async function receiveFile(
  deps: ReceiveDeps,
  uploader: Uploader,
  incoming: IncomingFile,
  body: AsyncIterable<Uint8Array>,
): Promise<Result<repository.PriceFileRow, PriceFileRefusal>> {
  const place = deps.coming.begin(uploader);
  if (!place.ok) return err({ code: 'backtest_uploads_full' });
  try {
    return await receive(deps, uploader, incoming, body);
  } finally {
    place.value.end();
  }
}

async function receive(
  deps: ReceiveDeps,
  { userId, isAnonymous }: Uploader,
  { name, symbol, dates, totalBytes }: IncomingFile,
  body: AsyncIterable<Uint8Array>,
): Promise<Result<repository.PriceFileRow, PriceFileRefusal>> {
  const { db, clock, runner } = deps;
  await repository.deleteUnconfirmedFiles(db.sql, clock.now());
  const room = await readStorageRoom(deps, deps.db.sql, { userId, isAnonymous });
  if (!room.ok) return room;
  const id = deps.ids.next();
  await repository.insertFile(db.sql, {
    id,
    userId,
    isAnonymous,
    name,
    symbol,
    runner,
    totalBytes,
    nowMs: clock.now(),
  });
  let isStored = false;
  try {
    const reader = new PriceFileReader({ dateOrder: dates ?? null });
    const read = await storeCandles(new PartWriter(db, id), reader, withinAnHour(clock, body), room.value);
    if (!read.ok) return read;
    const stored = await db.transaction((tx) => repository.finishReceiving(tx, id, userId, read.value));
    isStored = stored;
    const row = await repository.findFileByDigest(db.sql, userId, read.value.digest);
    return row === null ? err({ code: 'price_file_not_found' }) : ok(row);
  } catch (error) {
    if (error instanceof FileDeletedError) return err({ code: 'price_file_not_found' });
    throw error;
  } finally {
    if (!isStored) await repository.deleteFile(db.sql, id, userId);
  }
}

/**
 * Yields a body. Throws if it takes more than an hour, because a slow upload occupies a place that other users need.
 * @throws UnreadableUploadError
 */
async function* withinAnHour(clock: Clock, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const startedMs = clock.monotonicMs();
  for await (const chunk of body) {
    if (clock.monotonicMs() - startedMs > HOUR_MS) throw new UnreadableUploadError('cut_off');
    yield chunk;
  }
}

async function storeCandles(
  writer: PartWriter,
  reader: PriceFileReader,
  body: AsyncIterable<Uint8Array>,
  room: StorageRoom,
): Promise<Result<repository.ReceivedFileFacts, PriceFileRefusal>> {
  const firstRows: object[] = [];
  const take = async (read: ReturnType<PriceFileReader['push']>): Promise<PriceFileRefusal | null> => {
    if (!read.ok) return unreadable(read.error);
    keepFirst(firstRows, read.value);
    if (reader.facts.candles > room.candles) return room.refusal;
    await writer.append(read.value);
    return null;
  };
  try {
    for await (const chunk of decompressUpload(body, (bytes) => void (writer.receivedBytes = bytes))) {
      const refusal = await take(reader.push(chunk));
      if (refusal) return err(refusal);
    }
  } catch (error) {
    if (!(error instanceof UnreadableUploadError)) throw error;
    return err(error.fault === 'too_large' ? { code: 'payload_too_large' } : unreadable({ reason: error.fault }));
  }
  const refusal = (await take(reader.end())) ?? faultOfFacts(reader.facts);
  if (refusal) return err(refusal);
  await writer.flush();
  return ok({ ...viewsOf(reader), firstRows, receivedBytes: writer.receivedBytes, digest: writer.digest() });
}

function viewsOf({ dialect, facts }: { readonly dialect: Dialect | null; readonly facts: FileFacts }) {
  const finding = findZone(facts.gaps, zoneOffset);
  return { facts, recognised: dialect && dialectView(dialect), finding: zoneFindingView(finding) };
}

function keepFirst(rows: object[], { length, time, open, high, low, close }: CandleColumns): void {
  for (let row = 0; row < length && rows.length < ROWS_SHOWN; row += 1) {
    rows.push({
      time: localTimeText(at(time, row)),
      open: at(open, row),
      high: at(high, row),
      low: at(low, row),
      close: at(close, row),
    });
  }
}

function faultOfFacts({ stepSeconds, misalignedLine, lastTime }: FileFacts): PriceFileRefusal | null {
  if (stepSeconds === 0) return unreadable({ reason: 'one_candle' });
  if (misalignedLine === null) return null;
  return unreadable({ reason: 'misaligned', line: misalignedLine, time: lastTime, baseStepSeconds: stepSeconds });
}

const unreadable = (fault: FileFault): PriceFileRefusal => ({
  code: 'backtest_csv_invalid',
  values: { why: fileFaultText(fault, PRICE_FILE_MEGABYTES) },
});
const PRICE_FILE_MEGABYTES = 1_024;
