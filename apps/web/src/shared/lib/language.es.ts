/** Language of all `*.es.ts` files as an Intl tag. Dates, regions and units use it too. */
export const LANGUAGE = 'es-419';
