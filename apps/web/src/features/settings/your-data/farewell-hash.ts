/** Stands in the landing page's address right after an account was deleted. */
export const FAREWELL_HASH = 'cuenta-eliminada';
