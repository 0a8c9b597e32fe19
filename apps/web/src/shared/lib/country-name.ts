import { LANGUAGE } from './language.es.ts';

const names = new Intl.DisplayNames(LANGUAGE, { type: 'region' });

/** Returns the Spanish name of a country. An unknown code, or a text that is not a code, is returned unchanged. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);
