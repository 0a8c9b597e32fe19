import { expect, it } from 'vitest';
import { countryName } from '#shared/lib/country-name.ts';
import { COUNTRIES } from './countries.ts';

it('the list of countries contains all 243 inhabited countries, each with a different Spanish name', () => {
  expect(COUNTRIES).toHaveLength(243);
  expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(243);
  expect(COUNTRIES.filter(({ code, name }) => code === name)).toEqual([]);
  expect(COUNTRIES.some(({ code }) => ['AQ', 'BV', 'GS', 'HM', 'TF', 'UM'].includes(code))).toBe(false);
  expect(countryName('CO')).toBe('Colombia');
  expect(countryName('ES')).toBe('España');
});

it('the list of countries is sorted by the Spanish alphabet', () => {
  const names = COUNTRIES.map(({ name }) => name);
  expect(names[0]).toBe('Afganistán');
  expect(names.indexOf('Omán')).toBeGreaterThan(names.indexOf('Nueva Zelanda'));
  expect(names.indexOf('Emiratos Árabes Unidos')).toBeLessThan(names.indexOf('Francia'));
});
