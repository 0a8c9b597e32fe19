import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

/** Longest message that is not compressed. NATS accepts 1 MiB, and JSON compresses to a fifth of its size or less. */
const PLAIN_UNITS = 64 * 2 ** 10;
const LARGEST_BYTES = 64 * 2 ** 20;
const GZIP_MARK = 0x1f;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * Converts plain data to JSON, compressed if it is long.
 * @throws TypeError if the data are not plain
 */
export async function packData(data: unknown): Promise<string | Uint8Array> {
  const json = JSON.stringify(data);
  return json.length < PLAIN_UNITS ? json : compress(json, { level: constants.Z_BEST_SPEED });
}

/** Reads data that `pack` wrote. The caller declares their type. */
export async function unpackData<Data>(payload: Uint8Array): Promise<Data> {
  const isPacked = payload[0] === GZIP_MARK;
  const json = isPacked ? await decompress(payload, { maxOutputLength: LARGEST_BYTES }) : Buffer.from(payload);
  return JSON.parse(json.toString('utf8'));
}
