export const MAX_FACTORS = 10;
/** Time in milliseconds after which an unverified factor is removed. */
export const UNVERIFIED_FACTOR_LIFE_MS = 15 * 60_000;
export const CHALLENGE_LIFE_MS = 5 * 60_000;

/** Returns the associated data that binds an encrypted secret to its factor. */
export const factorSecretAad = (factorId: string) => `auth_factors.secret_sealed:${factorId}`;
