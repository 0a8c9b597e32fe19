import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

/** Longer ones are packed: NATS takes 1 MiB, as it comes, and JSON shrinks to a fifth or less. */
const PLAIN_UNITS = 64 * 2 ** 10;
const LARGEST_BYTES = 64 * 2 ** 20;
const GZIP_MARK = 0x1f;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Plain data on the wire: JSON, packed where it is long. @throws TypeError where it is no plain data */
export async function pack(data: unknown): Promise<string | Uint8Array> {
  const json = JSON.stringify(data);
  return json.length < PLAIN_UNITS ? json : compress(json, { level: constants.Z_BEST_SPEED });
}

/** What `pack` made of plain data: the caller knows of which type. */
export async function unpack<Data>(payload: Uint8Array): Promise<Data> {
  const isPacked = payload[0] === GZIP_MARK;
  const json = isPacked ? await decompress(payload, { maxOutputLength: LARGEST_BYTES }) : Buffer.from(payload);
  return JSON.parse(json.toString('utf8'));
}
