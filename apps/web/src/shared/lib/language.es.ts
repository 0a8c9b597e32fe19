/** The language of all `*.es.ts` files as an Intl tag, used also for dates, regions and units. */
export const LANGUAGE = 'es-419';
