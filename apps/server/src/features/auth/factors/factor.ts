/** A second factor as its owner sees it. The secret is shown once, when the factor is created. */
export type FactorView = {
  readonly id: string;
  readonly friendly_name: string;
  readonly factor_type: 'totp';
  readonly status: 'unverified' | 'verified';
  readonly created_at: string;
  readonly updated_at: string;
};

export const MAX_FACTORS = 10;
/** Time in milliseconds after which an unverified factor is removed. */
export const UNVERIFIED_LIFE_MS = 15 * 60_000;
export const CHALLENGE_LIFE_MS = 5 * 60_000;

/** Returns the associated data that binds an encrypted secret to its factor. */
export const secretAad = (factorId: string) => `auth_factors.secret_sealed:${factorId}`;
