import { z } from 'zod';
import { storedTextSchema } from './common.ts';

/** Ways to sign in at a broker: e-mail and password, an API token, or the session of the user's own browser. */
export const BROKER_CREDENTIAL_KINDS = ['password', 'api_token', 'browser_session'] as const;
export type BrokerCredentialKind = (typeof BROKER_CREDENTIAL_KINDS)[number];

/** Kinds of stored logins: those that users enter, and OAuth tokens from the broker's own page. */
export const BROKER_LOGIN_KINDS = [...BROKER_CREDENTIAL_KINDS, 'oauth'] as const;
export type BrokerLoginKind = (typeof BROKER_LOGIN_KINDS)[number];

/** A stored login of a broker that is not in use. */
export const SavedLoginView = z.object({
  id: z.uuid(),
  label: z.string().nullable(),
  kind: z.enum(BROKER_LOGIN_KINDS),
  /** Masked form of the credentials, like `credential_hint`. */
  hint: z.string().nullable(),
});

/** Body of `POST /api/v1/multi-broker/logins/{broker}/use` and `/forget`: a saved login of the broker. */
export const BrokerLoginBody = z.strictObject({ login_id: z.uuid() });

/**
 * Body of `POST /api/v1/multi-broker/logins/{broker}/label`, which names a login. Without `login_id` it names the login
 * in use.
 */
export const BrokerLoginLabelBody = z.strictObject({
  login_id: z.uuid().optional(),
  label: storedTextSchema('line').min(1).max(40),
});
