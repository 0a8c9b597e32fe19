/** The language all `*.es.ts` are written in, as Intl knows it: dates, regions and units are worded in it too. */
export const LANGUAGE = 'es-419';
