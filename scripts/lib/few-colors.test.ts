import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inFewColors } from './few-colors.mjs';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A picture of three channels, each line with the filter of its number. */
function written(width: number, lines: readonly (readonly number[])[]): Buffer {
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, lines.length, 8, 2, 0, 0, 0]);
  const data = deflateSync(Buffer.from(lines.flat()));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** The colours of the pixels of a picture with a palette. */
function readBack(png: Buffer, width: number): string[] {
  const part = (type: string) => {
    const at = png.indexOf(type, 0, 'latin1');
    return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  };
  const palette = part('PLTE');
  const numbers = inflateSync(part('IDAT')).filter((_, at) => at % (width + 1) !== 0);
  return [...numbers].map((number) => palette.toString('hex', number * 3, number * 3 + 3));
}

describe('a picture in few colours', () => {
  it('loses nothing where the colours are few, whatever filter each line was written with', () => {
    const png = written(2, [
      [0, 1, 2, 3, 4, 5, 6],
      [1, 1, 2, 3, 3, 3, 3],
      [2, 0, 0, 0, 0, 0, 0],
      [3, 1, 1, 2, 0, 0, 1],
      [4, 0, 0, 0, 0, 0, 1],
    ]);
    const rows = ['010203', '040506', '010203', '040506', '010203', '040506', '010203', '020305', '010203', '020306'];
    expect(readBack(inFewColors(png), 2)).toEqual(rows);
  });

  it('shifts none of very many colours far, and the one that is drawn most not at all', () => {
    const greys = Array.from({ length: 200 }, (_, at) => [at, at, at]);
    const reds = Array.from({ length: 200 }, (_, at) => [at, 20, 20]);
    const ground = Array.from({ length: 50 }, () => [201, 7, 7]);
    const pixels = [...greys, ...reds, ...ground];
    const shown = readBack(
      inFewColors(
        written(225, [
          [0, ...pixels.slice(0, 225).flat()],
          [0, ...pixels.slice(225).flat()],
        ]),
      ),
      225,
    );
    expect(new Set(shown).size).toBeLessThanOrEqual(256);
    expect(shown.slice(-50)).toEqual(Array.from({ length: 50 }, () => 'c90707'));
    const shifts = shown.map((color, at) =>
      Math.max(
        ...(pixels[at] ?? []).map((value, channel) =>
          Math.abs(value - Number.parseInt(color.slice(channel * 2, channel * 2 + 2), 16)),
        ),
      ),
    );
    expect(Math.max(...shifts)).toBeLessThanOrEqual(4);
  });

  it('leaves a picture that has a palette as it is', () => {
    const small = inFewColors(written(1, [[0, 1, 2, 3]]));
    expect(inFewColors(small)).toBe(small);
  });
});
