import { describe, expect, it } from 'vitest';
import { weaknesses } from './password-policy.ts';

describe('the password policy', () => {
  it.each(['password1234', 'qwertyuiop', '12345678', 'PassWord1234', 'contraseña', 'trustno1'])(
    'refuses the well-known password %s',
    (password) => {
      expect(weaknesses(password)).toEqual(['pwned']);
    },
  );

  it.each(['aaaaaaaa bbbb', 'una frase larga sin cifras', ' espacios al borde ', 'x9'.repeat(256)])(
    'accepts a long password without a mix of character types: %s',
    (password) => {
      expect(weaknesses(password)).toEqual([]);
    },
  );

  it('requires 8 to 512 characters', () => {
    expect(weaknesses('x7Kq0pz')).toEqual(['length']);
    expect(weaknesses('x7Kq0pz2')).toEqual([]);
    expect(weaknesses('ñ'.repeat(513))).toEqual(['length']);
  });

  it('refuses the user’s own address', () => {
    expect(weaknesses('Ana@Example.com', ['ana@example.com'])).toEqual(['pwned']);
  });

  it.each(['        ', 'aaaaaaaa', 'ññññññññ', '1234567890123', 'cdefghijklm', 'zyxwvutsrq', '€€€€€€€€€'])(
    'refuses a password of one repeated character or of consecutive characters: "%s"',
    (password) => {
      expect(weaknesses(password)).toEqual(['pwned']);
    },
  );

  it.each(['aaaaaaaab', '13579bdfhj', '1234567x', 'abcdefgi'])(
    'accepts %s, in which not all characters are equal or consecutive',
    (password) => {
      expect(weaknesses(password)).toEqual([]);
    },
  );

  it("refuses the user's name and the part of their address before the @", () => {
    expect(weaknesses('Ana.Maria.Ruiz', ['ana.maria.ruiz@example.com'])).toEqual(['pwned']);
    expect(weaknesses('halcon_nocturno', ['a@example.com', 'Halcon_Nocturno'])).toEqual(['pwned']);
    expect(weaknesses('halcon_nocturno y ana', ['ana@example.com', 'Halcon_Nocturno'])).toEqual([]);
  });
});
