import { expect, it } from 'vitest';
import { subject, token } from './subject.ts';

it('subject escapes the characters that NATS reserves in each token', () => {
  expect(subject('a.b', 'person', '*', '>')).toBe('vigia.a_2e_b.person._2a_._3e_');
  expect(token('01234567-89ab-4cde-8f01-23456789abcd')).toBe('01234567-89ab-4cde-8f01-23456789abcd');
});
