import { COUNTRIES as CODES, type Country } from '@vigia/core/vocabulary';
import { countryName } from '#shared/lib/country-name.ts';
import { LANGUAGE } from '#shared/lib/language.es.ts';

/** Territories without residents: Antarctica and uninhabited islands. */
const UNINHABITED: ReadonlySet<Country> = new Set(['AQ', 'BV', 'GS', 'HM', 'TF', 'UM']);

/** Every inhabited country with its Spanish name, in the order of the Spanish alphabet. */
export const COUNTRIES: readonly { readonly code: Country; readonly name: string }[] = CODES.filter(
  (code) => !UNINHABITED.has(code),
)
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, LANGUAGE));
