import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { baseStep, type CandleColumns, checkAlignment, parseCandleCsv } from '@vigia/core/candles';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { FileFault } from '../../price-files/index.ts';
import type { FileBlocks, ReadFile } from '../threads/protocol.ts';
import { copyToSharedMemory } from '../threads/shared-candles.ts';

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * Reads the candles of an uploaded file. Its first bytes, not its name, decide whether it is gzipped.
 * @param maxBytes limit of the decompressed text; decompression stops there
 */
export function readCsv(file: FileBlocks, maxBytes: number): Result<ReadFile, FileFault> {
  const text = textOf(joined(file), maxBytes);
  if (!text.ok) return text;
  const parsed = parseCandleCsv(text.value);
  if (!parsed.ok) return parsed;
  const candles = parsed.value;
  const stepSeconds = baseStep(candles);
  if (stepSeconds === 0) return err({ reason: 'one_candle' });
  const aligned = checkAlignment(candles, stepSeconds);
  if (!aligned.ok) {
    if (aligned.error.reason === 'misaligned') return err(aligned.error);
    throw new Error('a step is a multiple of itself');
  }
  return ok({ candles: copyToSharedMemory(candles), stepSeconds, digest: digestOf(candles) });
}

function joined({ blocks, bytes }: FileBlocks): Uint8Array {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const block of blocks) {
    const taken = new Uint8Array(block, 0, Math.min(block.byteLength, bytes - at));
    whole.set(taken, at);
    at += taken.length;
  }
  return whole;
}

function textOf(bytes: Uint8Array, maxBytes: number): Result<Uint8Array, FileFault> {
  if (!isGzip(bytes)) return ok(bytes);
  try {
    return ok(gunzipSync(bytes, { maxOutputLength: maxBytes }));
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return err({ reason: isTooLarge ? 'unpacks_too_large' : 'not_gzip' });
  }
}

function digestOf({ time, open, high, low, close }: CandleColumns): string {
  const hash = createHash('sha256');
  for (const column of [time, open, high, low, close]) hash.update(column);
  return hash.digest('hex');
}
