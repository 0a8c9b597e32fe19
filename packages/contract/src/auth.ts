import { z } from 'zod';
import { UserProfile } from './account.ts';
import { Instant, success } from './common.ts';

/**
 * Responses of `/auth/v1` and `/rest/v1/users`, which the Supabase client reads, and of `/api/v1/auth`. Names and
 * formats of the fields are those of the Supabase protocol (docs/spec/auth.md).
 */

/** The response of a request that returns nothing else: an empty object. */
export const NothingElse = z.strictObject({});

/** A second factor as its owner sees it. Only the response to its creation contains the secret. */
export const AuthFactorView = z.object({
  id: z.uuid(),
  friendly_name: z.string(),
  factor_type: z.literal('totp'),
  status: z.enum(['unverified', 'verified']),
  created_at: Instant,
  updated_at: Instant,
});
export type AuthFactorView = z.infer<typeof AuthFactorView>;

/** Data that a client stores with a user. Any user can write their own, so it never grants a permission. */
const UserMetadata = z.record(z.string(), z.unknown());

const AuthIdentity = z.object({
  identity_id: z.uuid(),
  id: z.uuid(),
  user_id: z.uuid(),
  identity_data: UserMetadata,
  provider: z.literal('email'),
  last_sign_in_at: Instant,
  created_at: Instant,
  updated_at: Instant,
  email: z.string(),
});

/** A user of `/auth/v1`. `email` and `phone` are empty if the user has none. */
export const AuthUserView = z.object({
  id: z.uuid(),
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  email: z.string(),
  phone: z.string(),
  email_confirmed_at: Instant.optional(),
  confirmed_at: Instant.optional(),
  confirmation_sent_at: Instant.optional(),
  recovery_sent_at: Instant.optional(),
  /** The address to which the user is changing their e-mail address. */
  new_email: z.string().optional(),
  email_change_sent_at: Instant.optional(),
  last_sign_in_at: Instant.optional(),
  /** Written only by the server. */
  app_metadata: z.object({ provider: z.string().optional(), providers: z.array(z.string()).optional() }),
  user_metadata: UserMetadata,
  identities: z.array(AuthIdentity),
  factors: z.array(AuthFactorView).optional(),
  created_at: Instant,
  updated_at: Instant,
  is_anonymous: z.boolean(),
});
export type AuthUserView = z.infer<typeof AuthUserView>;

/** Rules that a password may break: its length, its kinds of characters, and the list of stolen passwords. */
export const WEAK_PASSWORD_REASONS = ['length', 'characters', 'pwned'] as const;
export type WeakPasswordReason = (typeof WEAK_PASSWORD_REASONS)[number];

/** The tokens of a session. `expires_in` is in seconds, and `expires_at` in epoch seconds. */
export const AuthTokens = z.object({
  access_token: z.string().min(1),
  token_type: z.literal('bearer'),
  expires_in: z.number().int(),
  expires_at: z.number().int(),
  refresh_token: z.string().min(1),
});

/** The two tokens with which a client continues a session. */
export const TokenPair = AuthTokens.pick({ access_token: true, refresh_token: true });
export type TokenPair = z.infer<typeof TokenPair>;

/** A session of `/auth/v1`. `weak_password` exists if the password of a sign-in breaks the current rules. */
export const AuthSessionView = AuthTokens.extend({
  user: AuthUserView,
  weak_password: z.object({ message: z.string(), reasons: z.array(z.enum(WEAK_PASSWORD_REASONS)) }).optional(),
});
export type AuthSessionView = z.infer<typeof AuthSessionView>;

/**
 * Response of `POST /auth/v1/signup`: a session for a user without an e-mail address; otherwise a user, who first
 * confirms their address.
 */
export const AuthSignedUp = z.union([AuthSessionView, AuthUserView]);
export type AuthSignedUp = z.infer<typeof AuthSignedUp>;

/** Response of `POST /auth/v1/factors`. The secret is in base32; `qr_code` is an SVG picture of `uri`. */
export const EnrolledFactor = z.object({
  id: z.uuid(),
  type: z.literal('totp'),
  friendly_name: z.string(),
  totp: z.object({ secret: z.string(), uri: z.string(), qr_code: z.string() }),
});
export type EnrolledFactor = z.infer<typeof EnrolledFactor>;

/** Response of `POST /auth/v1/factors/{id}/challenge`. `expires_at` is in epoch seconds. */
export const FactorChallenge = z.object({ id: z.uuid(), type: z.literal('totp'), expires_at: z.number().int() });
export type FactorChallenge = z.infer<typeof FactorChallenge>;

/** Response of `DELETE /auth/v1/factors/{id}`: the removed factor. */
export const RemovedFactor = z.object({ id: z.uuid() });
export type RemovedFactor = z.infer<typeof RemovedFactor>;

/** Response of `GET /auth/v1/settings`: the ways to sign in. */
export const AuthSettings = z.object({
  external: z.object({ anonymous_users: z.boolean(), email: z.boolean(), phone: z.boolean() }),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
});
export type AuthSettings = z.infer<typeof AuthSettings>;

/** Response of `GET /auth/v1/health`. */
export const AuthHealth = z.object({ name: z.string(), status: z.literal('ok') });

/** Response of `GET /auth/v1/.well-known/jwks.json`: the public keys of the access tokens (RFC 7517). */
export const JsonWebKeys = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      alg: z.literal('ES256'),
      use: z.literal('sig'),
      key_ops: z.array(z.literal('verify')),
    }),
  ),
});
export type JsonWebKeys = z.infer<typeof JsonWebKeys>;

/** A user of `/api/v1/auth`. If a hosted project keeps the users, the project decides which other fields exist. */
const ApiUser = z.looseObject({ id: z.uuid() });

/**
 * Response of `/api/v1/auth/login` and `/refresh` with the tokens of a session. The tokens are in `data`, as in every
 * response, and also at the top level, where older clients read them.
 */
export const SignedIn = success(AuthTokens.extend({ user: ApiUser })).extend(AuthTokens.shape);

/** Response of `POST /api/v1/auth/signup`. The user first confirms their address. */
export const SignedUp = success(z.object({ user: ApiUser }));

/**
 * A row of `/rest/v1/users`: the whole profile, or the columns that the query selects, by the names that it gives them.
 */
export const ProfileRow = z.union([
  z.strictObject(UserProfile.shape),
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
]);
export type ProfileRow = z.infer<typeof ProfileRow>;
