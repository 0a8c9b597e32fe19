import fc from 'fast-check';
import { expect, it } from 'vitest';
import { subjectToken } from './subject.ts';

it('subjectToken encodes different texts as different tokens that NATS accepts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      expect(subjectToken(one)).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(subjectToken(one) === subjectToken(other)).toBe(one === other);
    }),
  );
  expect(new Set(['', '_', ' ', '_5f_', '\u{1f600}', '\ud83d'].map(subjectToken)).size).toBe(6);
});
