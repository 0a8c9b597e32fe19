import { COUNTRIES as CODES, type Country } from '@vigia/core/vocabulary';

const names = new Intl.DisplayNames('es-419', { type: 'region' });

/** A country's name in Spanish; a code nobody knows stays as it is. */
export const countryName = (code: string): string => names.of(code) ?? code;

/** Every country by its Spanish name, in the order of the Spanish alphabet. */
export const COUNTRIES: readonly { readonly code: Country; readonly name: string }[] = CODES.map((code) => ({
  code,
  name: countryName(code),
})).sort((a, b) => a.name.localeCompare(b.name, 'es'));
