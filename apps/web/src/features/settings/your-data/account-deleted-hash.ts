/** URL hash of the landing page after an account deletion. */
export const ACCOUNT_DELETED_HASH = 'cuenta-eliminada';
