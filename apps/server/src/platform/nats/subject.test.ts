import { expect, it } from 'vitest';
import { natsSubject, subjectToken } from './subject.ts';

it('natsSubject escapes the characters that NATS reserves in each token', () => {
  expect(natsSubject('a.b', 'person', '*', '>')).toBe('vigia.a_2e_b.person._2a_._3e_');
  expect(subjectToken('01234567-89ab-4cde-8f01-23456789abcd')).toBe('01234567-89ab-4cde-8f01-23456789abcd');
});
