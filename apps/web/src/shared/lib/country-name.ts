import { LANGUAGE } from './language.es.ts';

const names = new Intl.DisplayNames(LANGUAGE, { type: 'region' });

/** Spanish name of a country; an unknown code is returned unchanged. */
export const countryName = (code: string): string => names.of(code) ?? code;
