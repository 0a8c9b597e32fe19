import type { AuthFactorView, AuthUserView } from '@vigia/contract';
import type { AuthUser } from './auth-user.ts';

/** Returns the metadata that only the server writes about an account. Users can write only `user_metadata`. */
export function appMetadata(user: AuthUser): AuthUserView['app_metadata'] {
  return user.email === null ? {} : { provider: 'email', providers: ['email'] };
}

/**
 * Converts a user to the user object of the Supabase protocol.
 * @param factors the user's second factors; empty for a new user
 */
export function toUserView(user: AuthUser, factors: readonly AuthFactorView[] = []): AuthUserView {
  const emailConfirmedAt = user.emailConfirmedAt?.toISOString();
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...(emailConfirmedAt && { email_confirmed_at: emailConfirmedAt, confirmed_at: emailConfirmedAt }),
    ...(user.confirmationSentAt && { confirmation_sent_at: user.confirmationSentAt.toISOString() }),
    ...(user.recoverySentAt && { recovery_sent_at: user.recoverySentAt.toISOString() }),
    ...(user.newEmail && { new_email: user.newEmail }),
    ...(user.emailChangeSentAt && { email_change_sent_at: user.emailChangeSentAt.toISOString() }),
    ...(user.lastSignInAt && { last_sign_in_at: user.lastSignInAt.toISOString() }),
    app_metadata: appMetadata(user),
    user_metadata: user.metadata,
    identities: user.email === null ? [] : [emailIdentity(user, user.email)],
    ...(factors.length > 0 && { factors: [...factors] }),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: user.isAnonymous,
  };
}

function emailIdentity(user: AuthUser, email: string): AuthUserView['identities'][number] {
  return {
    identity_id: user.id,
    id: user.id,
    user_id: user.id,
    identity_data: {
      ...user.metadata,
      sub: user.id,
      email,
      email_verified: user.emailConfirmedAt !== null,
      phone_verified: false,
    },
    provider: 'email',
    last_sign_in_at: (user.lastSignInAt ?? user.createdAt).toISOString(),
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    email,
  };
}
