import { describe, expect, it } from 'vitest';
import { decodeFrames } from './testing.ts';
import { textFrames } from './text-frames.ts';

describe('textFrames', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])(
    'encodes a message of %i bytes so that it decodes to the same text',
    (length) => {
      const text = 'x'.repeat(length);
      expect(decodeFrames(textFrames([text]))).toEqual([text]);
    },
  );

  it('matches the "Hello" example of RFC 6455', () => {
    expect(textFrames(['Hello'])).toEqual(Buffer.from([0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]));
  });

  it('encodes several messages one after the other, with their lengths in bytes', () => {
    const texts = ['señal', '€'.repeat(60), 'ñ'.repeat(40_000)];
    expect(decodeFrames(textFrames(texts))).toEqual(texts);
    expect(textFrames([])).toHaveLength(0);
  });
});
