import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { CandleColumns } from '@vigia/core/candles';

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

/** Number of candles per block. They are about 650 KB of doubles. */
export const PART_CANDLES = 16_384;
const COLUMNS = 5;
const FASTEST = 1;

/** Packs candles as five consecutive columns of little-endian doubles. They are compressed in another thread. */
export async function packPart({ length, time, open, high, low, close }: CandleColumns): Promise<Buffer> {
  const values = new Float64Array(length * COLUMNS);
  for (const [column, source] of [time, open, high, low, close].entries()) {
    values.set(source.subarray(0, length), column * length);
  }
  return compress(new Uint8Array(values.buffer), { level: FASTEST });
}

/** Error of a block whose stored bytes do not contain its candles. */
export class DamagedPartError extends Error {}

/**
 * Unpacks the candles of a block.
 * @param candles number of candles in the block
 * @throws DamagedPartError
 */
export async function unpackPart(bytes: Uint8Array, candles: number): Promise<CandleColumns> {
  const plain = await expand(bytes).catch((cause: unknown) => {
    throw new DamagedPartError('the block cannot be unpacked', { cause });
  });
  if (plain.length !== candles * COLUMNS * Float64Array.BYTES_PER_ELEMENT) {
    throw new DamagedPartError('the block has another number of candles');
  }
  const values = new Float64Array(candles * COLUMNS);
  new Uint8Array(values.buffer).set(plain);
  const column = (index: number): Float64Array => values.subarray(index * candles, (index + 1) * candles);
  return { length: candles, time: column(0), open: column(1), high: column(2), low: column(3), close: column(4) };
}
