/** Request header with a proof from `POST /api/v1/account/proof`. */
export const PROOF_HEADER = 'x-vigia-proof';

/**
 * Header of the answer to the first verified second factor: its ten recovery codes, separated by commas. The body of
 * that answer is a session, which clients store; the codes must not be stored with it.
 */
export const RECOVERY_CODES_HEADER = 'x-vigia-recovery-codes';
