import { crc32, deflateSync, inflateSync } from 'node:zlib';

/*
 * A picture of a screen in 256 colours: a third of what a browser writes, and nobody sees the difference.
 * The format is https://www.w3.org/TR/png-3/; whole, because no library at hand writes pictures with a palette.
 */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_COLORS = 256;
/** So many of the colours that are drawn most stay what they are: grounds, surfaces, lines. */
const KEPT = 128;
/** Types of colour, section 11.2.1: three channels, or the number of a colour in the palette. */
const RGB = 2;
const INDEXED = 3;
const CHANNELS = [0, 1, 2];

/** A colour, 0xRRGGBB, and how many pixels have it. @typedef {{ color: number, count: number }} Used */

/**
 * @param {Buffer} png as a browser writes it; one with a palette already is answered as it is
 * @returns {Buffer}
 */
export function inFewColors(png) {
  const header = headerOf(png);
  if (header.type === INDEXED) return png;
  if (header.depth !== 8 || header.type !== RGB || header.interlace !== 0) throw new Error('not a picture of a screen');
  const { width, height } = header;
  const pixels = pixelsOf(png, width, height);
  const used = countColors(pixels);
  const palette = paletteOf(used);
  const nearest = new Map(used.map(({ color }) => [color, nearestOf(palette, color)]));
  // In front of each line its filter, which is none: numbers of colours have no neighbourhood.
  const lines = Buffer.alloc((width + 1) * height);
  for (const [at, color] of pixels.entries()) lines[at + Math.floor(at / width) + 1] = nearest.get(color) ?? 0;
  return encode(width, height, palette, lines);
}

/** Section 11.2.1. @param {Buffer} png */
const headerOf = (png) => ({
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
  depth: png.readUInt8(24),
  type: png.readUInt8(25),
  interlace: png.readUInt8(28),
});

/**
 * The colours of all pixels, line by line.
 * @param {Buffer} png
 * @param {number} width
 * @param {number} height
 */
function pixelsOf(png, width, height) {
  const bytes = unfilter(inflateSync(dataOf(png)), width * CHANNELS.length, height);
  return Uint32Array.from({ length: width * height }, (_, at) => bytes.readUIntBE(at * 3, 3));
}

/** What all chunks of data hold together. @param {Buffer} png */
function dataOf(png) {
  const data = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(data);
}

/**
 * Undoes the filter that each line was written with, section 9.2.
 * @param {Buffer} filtered
 * @param {number} stride bytes of a line
 * @param {number} height
 */
function unfilter(filtered, stride, height) {
  const bytes = Buffer.alloc(stride * height);
  for (let at = 0; at < bytes.length; at++) {
    const line = Math.floor(at / stride);
    const isFirst = at % stride < 3;
    const left = isFirst ? 0 : (bytes[at - 3] ?? 0);
    const above = bytes[at - stride] ?? 0;
    const corner = isFirst ? 0 : (bytes[at - stride - 3] ?? 0);
    bytes[at] = (filtered[at + line + 1] ?? 0) + guess(filtered[line * (stride + 1)] ?? 0, left, above, corner);
  }
  return bytes;
}

/**
 * What a filter takes a byte for, from those beside and above it.
 * @param {number} filter
 * @param {number} left
 * @param {number} above
 * @param {number} corner
 */
function guess(filter, left, above, corner) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const distances = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  return [left, above, corner][distances.indexOf(Math.min(...distances))] ?? 0;
}

/**
 * @param {Uint32Array} pixels
 * @returns {Used[]}
 */
function countColors(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts].map(([color, count]) => ({ color, count }));
}

/** @param {number} color @param {number} channel */
const channelOf = (color, channel) => (color >> (8 * channel)) & 255;

/** @param {Used[]} used */
function paletteOf(used) {
  const sorted = used.toSorted((a, b) => b.count - a.count);
  const kept = sorted.slice(0, KEPT).map(({ color }) => color);
  const others = sorted.slice(KEPT);
  return others.length === 0 ? kept : [...kept, ...boxesOf(others).map(mostUsed)];
}

/**
 * Cuts the box with the widest channel in two until there are as many as the palette has room for, so that no colour is shifted far.
 * @param {Used[]} used
 */
function boxesOf(used) {
  let boxes = [boxOf(used)];
  while (boxes.length < MAX_COLORS - KEPT) {
    const [widest, ...others] = boxes.toSorted((a, b) => b.span - a.span);
    if (!widest || widest.span === 0) break;
    const { channel, middle } = widest;
    const isLow = (/** @type {Used} */ { color }) => channelOf(color, channel) <= middle;
    boxes = [...others, boxOf(widest.used.filter(isLow)), boxOf(widest.used.filter((each) => !isLow(each)))];
  }
  return boxes.map((box) => box.used);
}

/** Some colours, and the channel in which they differ most. @param {Used[]} used */
function boxOf(used) {
  const ranges = CHANNELS.map((channel) => {
    const values = used.map(({ color }) => channelOf(color, channel));
    const low = Math.min(...values);
    return { channel, low, span: Math.max(...values) - low };
  });
  const [{ channel, low, span } = { channel: 0, low: 0, span: 0 }] = ranges.toSorted((a, b) => b.span - a.span);
  return { used, channel, span, middle: low + span / 2 };
}

/** @param {Used[]} used */
const mostUsed = (used) => used.reduce((most, each) => (each.count > most.count ? each : most)).color;

/** @param {number[]} palette @param {number} color */
function nearestOf(palette, color) {
  const distances = palette.map((each) =>
    Math.max(...CHANNELS.map((channel) => Math.abs(channelOf(each, channel) - channelOf(color, channel)))),
  );
  return distances.indexOf(Math.min(...distances));
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number[]} palette
 * @param {Buffer} lines
 */
function encode(width, height, palette, lines) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(INDEXED, 9);
  const colors = Buffer.alloc(palette.length * 3);
  for (const [at, color] of palette.entries()) colors.writeUIntBE(color, at * 3, 3);
  const chunks = [chunk('IHDR', header), chunk('PLTE', colors), chunk('IDAT', deflateSync(lines, { level: 9 }))];
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
