import type { WeakPasswordReason } from '@vigia/contract';

/** Status and default message of each refusal, as hosted Supabase sends them to its client. */
const REFUSALS = {
  validation_failed: [400, 'Invalid request'],
  bad_json: [400, 'Could not parse request body as JSON'],
  email_not_confirmed: [400, 'Email not confirmed'],
  otp_expired: [403, 'Email link is invalid or has expired'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  email_exists: [422, 'A user with this email address has already been registered'],
  invalid_credentials: [400, 'Invalid login credentials'],
  phone_provider_disabled: [400, 'Phone sign-ups are disabled'],
  user_banned: [403, 'User is banned'],
  weak_password: [422, 'Password is known to be weak and easy to guess, please choose a different one.'],
  same_password: [422, 'New password should be different from the old password.'],
  reauthentication_needed: [400, 'This needs a fresh proof that it is you'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  current_password_required: [400, 'Current password required when setting new password.'],
  current_password_invalid: [400, 'Current password is incorrect.'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  bad_jwt: [403, 'Invalid JWT: unable to parse or verify signature'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  insufficient_aal: [401, 'AAL2 session is required'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_factor_name_conflict: [422, 'A factor with this friendly name for this user already exists'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  factor_reset_waits: [409, 'The wait before entering without the second factor is not over'],
  mfa_challenge_expired: [422, 'MFA challenge has expired, create a new challenge.'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  too_many_enrolled_mfa_factors: [422, 'Maximum number of factors reached, unenroll to continue'],
  not_admin: [403, 'Updating app_metadata requires admin privileges'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  over_email_send_rate_limit: [429, 'For security purposes, you can only request this after a while.'],
  request_entity_too_large: [413, 'Request body is too large'],
  unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type AuthErrorCode = keyof typeof REFUSALS;

type Extra = {
  /** HTTP status, if it differs from the default status of the error code. */
  readonly status?: number;
  readonly message?: string;
  /** Seconds until a throttled caller may try again. */
  readonly retryAfterS?: number;
  readonly weakPassword?: readonly WeakPasswordReason[];
};

/**
 * An expected refusal of the auth service. Use cases return it, and each route converts it to the error format of its
 * API.
 */
export type AuthRefusal = Extra & { readonly code: AuthErrorCode; readonly message: string };

export const authRefusal = (code: AuthErrorCode, extra: Extra = {}): AuthRefusal => ({
  message: REFUSALS[code][1],
  ...extra,
  code,
});

export const isAuthErrorCode = (code: string): code is AuthErrorCode => Object.hasOwn(REFUSALS, code);

export const statusOf = ({ code, status }: Pick<AuthRefusal, 'code' | 'status'>): number => status ?? REFUSALS[code][0];

/** Passes a refusal to the error handler of `/auth/v1`. */
export class AuthError extends Error {
  readonly refusal: AuthRefusal;

  constructor(refusal: AuthRefusal) {
    super(refusal.code);
    this.name = 'AuthError';
    this.refusal = refusal;
  }
}
