import { BACKTEST_CSV_MAX_BYTES, type BacktestUpload } from '@vigia/contract';
import { at } from '@vigia/core/candles';
import { err, type IdSource, ok, type Result } from '@vigia/core/kernel';
import type { z } from 'zod';
import { fileFaultText, type Uploader } from '../../price-files/index.ts';
import type { BacktestRefusal } from '../jobs/refusal.ts';
import type { FileBlocks } from '../threads/protocol.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { Upload, UploadStore } from './upload-store.ts';

const BLOCK_BYTES = 1_048_576;

/** Reads a body into shared memory as it arrives. Ignores the declared size, and stops at the limit. */
async function receiveFile(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Result<FileBlocks, 'too_large'>> {
  const blocks: SharedArrayBuffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes + chunk.length > maxBytes) return err('too_large');
    for (let start = 0; start < chunk.length; ) {
      const offset = bytes % BLOCK_BYTES;
      if (offset === 0) blocks.push(new SharedArrayBuffer(BLOCK_BYTES));
      const last = blocks.at(-1);
      if (last === undefined) throw new Error('a block was just made');
      const part = chunk.subarray(start, start + BLOCK_BYTES - offset);
      new Uint8Array(last).set(part, offset);
      bytes += part.length;
      start += part.length;
    }
  }
  return ok({ blocks, bytes });
}

export type UploadDeps = { readonly uploads: UploadStore; readonly pool: ThreadPool; readonly ids: IdSource };

const MEGABYTE = 1_048_576;

/** Receives a file, reads its candles in a thread, and stores the candles for an hour. */
export async function receiveUpload(
  deps: UploadDeps,
  uploader: Uploader,
  body: AsyncIterable<Uint8Array>,
): Promise<Result<z.infer<typeof BacktestUpload>, BacktestRefusal>> {
  const place = deps.uploads.begin(uploader);
  if (!place.ok) return err({ code: 'backtest_uploads_full' });
  try {
    const received = await receiveFile(body, BACKTEST_CSV_MAX_BYTES);
    return received.ok ? await readUpload(deps, uploader, received.value) : err({ code: 'payload_too_large' });
  } finally {
    place.value.end();
  }
}

async function readUpload(deps: UploadDeps, uploader: Uploader, file: FileBlocks) {
  const task = { kind: 'read_csv', file, maxBytes: BACKTEST_CSV_MAX_BYTES } as const;
  const { result } = await deps.pool.run(uploader.userId, 'read_csv', task);
  if (!result.ok) {
    const why = fileFaultText(result.error, BACKTEST_CSV_MAX_BYTES / MEGABYTE);
    return err<BacktestRefusal>({ code: 'backtest_csv_invalid', values: { why } });
  }
  const kept = deps.uploads.keep(deps.ids.next(), uploader, result.value);
  if (kept.ok) return ok(toView(kept.value));
  if (kept.error === 'full') return err<BacktestRefusal>({ code: 'backtest_uploads_full' });
  const megabytes = Math.floor(deps.uploads.largestOf(uploader.isAnonymous) / MEGABYTE);
  return err<BacktestRefusal>({ code: 'backtest_upload_too_large', values: { megabytes } });
}

const instant = (timeSeconds: number): string => new Date(timeSeconds * 1_000).toISOString();

const toView = ({ id, candles, stepSeconds }: Upload) => ({
  upload_id: id,
  candles: candles.length,
  step_seconds: stepSeconds,
  from: instant(at(candles.time, 0)),
  to: instant(at(candles.time, candles.length - 1) + stepSeconds),
});
