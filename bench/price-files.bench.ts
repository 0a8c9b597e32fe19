/**
 * Measures the streaming reader of price files with its time zone detection. Reads a year of 1-minute candles in each
 * format, then one file of 1 GB. The text of the 1 GB file is generated block by block outside the measured time. The
 * bench prints the memory before and after. It uses neither the network nor the database.
 */
import { findZone, PriceFileReader } from '@vigia/core/candles';
import { zoneOffset } from '@vigia/core/kernel';
import { currencyWeeks, PRICE_FILE_STYLES, type PriceFileStyle, priceFileText } from '@vigia/testkit';
import { memoryText } from './subjects.ts';

const MINUTE_S = 60;
/** Number of generated weeks. 52 weeks of five days have 374,400 minutes. */
const WEEKS = 52;
const RUNS = 5;
const CHUNK_BYTES = 65_536;
const GIGABYTE = 1_073_741_824;
const BLOCK_ROWS = 100_000;

function readAll(file: Uint8Array): number {
  const reader = new PriceFileReader();
  for (let at = 0; at < file.length; at += CHUNK_BYTES) {
    const read = reader.push(file.subarray(at, at + CHUNK_BYTES));
    if (!read.ok) throw new Error(JSON.stringify(read.error));
  }
  const last = reader.end();
  if (!last.ok) throw new Error(JSON.stringify(last.error));
  if (findZone(reader.facts.gaps, zoneOffset).kind !== 'found') throw new Error('the file has weekends');
  return reader.facts.candles;
}

function measureYear(style: PriceFileStyle): void {
  const file = Buffer.from(priceFileText(style, currencyWeeks(WEEKS, MINUTE_S)));
  let rows = 0;
  const times = Array.from({ length: RUNS }, () => {
    const startedMs = performance.now();
    rows = readAll(file);
    return performance.now() - startedMs;
  }).toSorted((a, b) => a - b);
  const [best, median] = [times[0] ?? NaN, times[RUNS >> 1] ?? NaN];
  console.log(
    style.padEnd(16),
    `${rows} candles, ${(file.length / 1e6).toFixed(1)} MB`.padEnd(30),
    `${best.toFixed(0)} ms best, ${median.toFixed(0)} ms median`,
  );
}

/** Yields 1 GB of one-second candles in the format of HistData. */
function* gigabyte(): Generator<Uint8Array> {
  let bytes = 0;
  for (let first = 0; bytes < GIGABYTE; first += BLOCK_ROWS) {
    const rows = Array.from({ length: BLOCK_ROWS }, (_, row) => ({
      time: first + row,
      open: 1.1,
      high: 1.2,
      low: 1.05,
      close: 1.15,
    }));
    const block = Buffer.from(priceFileText('histdata', rows));
    bytes += block.length;
    yield block;
  }
}

function measureGigabyte(): void {
  const reader = new PriceFileReader();
  let [bytes, spentMs, largestBytes] = [0, 0, 0];
  const before = memoryText();
  for (const block of gigabyte()) {
    const startedMs = performance.now();
    for (let at = 0; at < block.length; at += CHUNK_BYTES) {
      const read = reader.push(block.subarray(at, at + CHUNK_BYTES));
      if (!read.ok) throw new Error(JSON.stringify(read.error));
    }
    spentMs += performance.now() - startedMs;
    bytes += block.length;
    largestBytes = Math.max(largestBytes, process.memoryUsage().arrayBuffers);
  }
  console.log(
    `1 GB: ${(bytes / 1e6).toFixed(0)} MB, ${reader.facts.candles} candles in ${(spentMs / 1_000).toFixed(1)} s`,
    `(RSS ${before} before, ${memoryText()} after; at most ${(largestBytes / 1e6).toFixed(0)} MB of buffers)`,
  );
}

for (const style of PRICE_FILE_STYLES) measureYear(style);
measureGigabyte();
