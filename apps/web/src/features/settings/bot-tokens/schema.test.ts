import { expect, it, test } from 'vitest';
import { NewTokenInput } from './schema.ts';

const GIVEN = { name: 'Casa', scopes: ['read'], expires_in_days: 90, allowed_ips: '' };

const firstProblem = (change: object): string | undefined =>
  NewTokenInput.safeParse({ ...GIVEN, ...change }).error?.issues[0]?.message;

it('the form for bot tokens accepts IPv4 and IPv6 addresses and ranges, separated in any way', () => {
  const text = '203.0.113.7, 10.0.0.0/8\n2001:db8::1; 2001:db8::/32';
  expect(NewTokenInput.parse({ ...GIVEN, allowed_ips: text }).allowed_ips).toEqual([
    '203.0.113.7',
    '10.0.0.0/8',
    '2001:db8::1',
    '2001:db8::/32',
  ]);
});

test.each([
  [{ name: '  ' }, 'Ponle un nombre para reconocerlo.'],
  [{ name: 'x'.repeat(61) }, 'Usa 60 caracteres como máximo.'],
  [{ scopes: [] }, 'Elige al menos un permiso.'],
  [{ allowed_ips: '10.0.0.1, la de casa' }, '«la de casa» no es una dirección IP ni un rango como 10.0.0.0/8.'],
  [{ allowed_ips: '10.0.0.0/40' }, '«10.0.0.0/40» no es una dirección IP ni un rango como 10.0.0.0/8.'],
  [{ allowed_ips: Array(21).fill('10.0.0.1').join() }, 'Puedes poner 20 direcciones como máximo.'],
])('the form for bot tokens explains why %j is invalid', (change, message) => {
  expect(firstProblem(change)).toBe(message);
});
