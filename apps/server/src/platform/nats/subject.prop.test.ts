import fc from 'fast-check';
import { expect, it } from 'vitest';
import { word } from './subject.ts';

it('word encodes different texts as different words that NATS accepts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      expect(word(one)).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(word(one) === word(other)).toBe(one === other);
    }),
  );
  expect(new Set(['', '_', ' ', '_5f_', '\u{1f600}', '\ud83d'].map(word)).size).toBe(6);
});
