/** Hash of the landing page right after an account was deleted. */
export const ACCOUNT_DELETED_HASH = 'cuenta-eliminada';
