import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

describe('the strength of a password', () => {
  it.each([
    ['abc', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['camila2026', 'fair'],
    ['torrefaroluz', 'good'],
    ['Torre-Faro-Lluvia-47', 'strong'],
  ])('for %s is %s', (password, level) => {
    expect(passwordStrength(password)).toBe(level);
  });
});
