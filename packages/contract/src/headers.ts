/** Request header with a proof from `POST /api/v1/account/proof`. */
export const PROOF_HEADER = 'x-vigia-proof';

/**
 * Response header with the ten recovery codes, separated by commas, after the first verification of a second factor.
 * The body of that response is a session, which clients store. The codes are in a header, so that clients do not store
 * them with the session.
 */
export const RECOVERY_CODES_HEADER = 'x-vigia-recovery-codes';
