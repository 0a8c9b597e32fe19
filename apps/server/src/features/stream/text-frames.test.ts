import { describe, expect, it } from 'vitest';
import { textsOf } from './testing.ts';
import { textFrames } from './text-frames.ts';

describe('textFrames', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])('writes a message of %i bytes as it is read', (length) => {
    const text = 'x'.repeat(length);
    expect(textsOf(textFrames([text]))).toEqual([text]);
  });

  it('is the example of the standard', () => {
    expect(textFrames(['Hello'])).toEqual(Buffer.from([0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]));
  });

  it('puts several behind one another, counted in bytes', () => {
    const texts = ['señal', '€'.repeat(60), 'ñ'.repeat(40_000)];
    expect(textsOf(textFrames(texts))).toEqual(texts);
    expect(textFrames([])).toHaveLength(0);
  });
});
