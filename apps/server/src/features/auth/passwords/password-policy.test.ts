import { describe, expect, it } from 'vitest';
import { weaknesses } from './password-policy.ts';

describe('password policy', () => {
  it.each(['password1234', 'qwertyuiop', '12345678', 'PassWord1234', 'contraseña', 'trustno1'])(
    'refuses the widely known %s',
    (password) => {
      expect(weaknesses(password)).toEqual(['pwned']);
    },
  );

  it.each(['aaaaaaaa bbbb', 'una frase larga sin cifras', ' espacios al borde ', 'x9'.repeat(256)])(
    'asks for no mix of characters: %s',
    (password) => {
      expect(weaknesses(password)).toEqual([]);
    },
  );

  it('wants 8 to 512 characters', () => {
    expect(weaknesses('x7Kq0pz')).toEqual(['length']);
    expect(weaknesses('x7Kq0pz2')).toEqual([]);
    expect(weaknesses('ñ'.repeat(513))).toEqual(['length']);
  });

  it("refuses the person's own address", () => {
    expect(weaknesses('Ana@Example.com', ['ana@example.com'])).toEqual(['pwned']);
  });
});
