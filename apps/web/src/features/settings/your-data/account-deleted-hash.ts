/** Hash of the landing page for the visit after an account was deleted. */
export const ACCOUNT_DELETED_HASH = 'cuenta-eliminada';
