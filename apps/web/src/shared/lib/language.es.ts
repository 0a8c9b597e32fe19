/** Language tag of all texts in `*.es.ts` files. Intl uses it for dates, regions and units. */
export const LANGUAGE = 'es-419';
