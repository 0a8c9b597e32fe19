import fc from 'fast-check';
import { expect, it } from 'vitest';
import { token } from './subject.ts';

it('token encodes different texts as different tokens that NATS accepts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      expect(token(one)).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(token(one) === token(other)).toBe(one === other);
    }),
  );
  expect(new Set(['', '_', ' ', '_5f_', '\u{1f600}', '\ud83d'].map(token)).size).toBe(6);
});
