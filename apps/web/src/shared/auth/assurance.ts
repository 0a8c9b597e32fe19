import type { Session } from '@supabase/supabase-js';

/** Returns true if the user has a second factor but has signed in by password or mail alone. */
export const needsSecondFactor = (session: Session): boolean =>
  claimOf(session, 'aal') === 'aal1' && (session.user.factors ?? []).some((factor) => factor.status === 'verified');

/**
 * Returns true for a session that a recovery mail opened. Such a session may set a password without the current one.
 */
export function isRecoverySession(session: Session): boolean {
  const proofs = claimOf(session, 'amr');
  return Array.isArray(proofs) && proofs.some((proof: unknown) => memberOf(proof, 'method') === 'recovery');
}

/**
 * Reads a claim of the access token. The app only displays it; the server decides what the session may do. The function
 * uses no schema library, because the landing page does not load one.
 */
function claimOf(session: Session, name: string): unknown {
  try {
    const [, payload = ''] = session.access_token.split('.');
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
    return memberOf(JSON.parse(new TextDecoder().decode(bytes)), name);
  } catch {
    return undefined;
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
