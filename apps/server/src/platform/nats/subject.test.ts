import { expect, it } from 'vitest';
import { subject, word } from './subject.ts';

it('subject encodes the special characters of NATS in its words', () => {
  expect(subject('a.b', 'person', '*', '>')).toBe('vigia.a_2e_b.person._2a_._3e_');
  expect(word('01234567-89ab-4cde-8f01-23456789abcd')).toBe('01234567-89ab-4cde-8f01-23456789abcd');
});
