import type { Session } from '@supabase/supabase-js';

/** Returns true for a session opened by password or mail alone, if the user has set up a second factor. */
export const needsSecondFactor = (session: Session): boolean =>
  claimOf(session, 'aal') === 'aal1' && (session.user.factors ?? []).some((factor) => factor.status === 'verified');

/** Returns true for a session that began with a recovery mail, which may set a password without the current one. */
export function cameByRecovery(session: Session): boolean {
  const proofs = claimOf(session, 'amr');
  return Array.isArray(proofs) && proofs.some((proof: unknown) => memberOf(proof, 'method') === 'recovery');
}

/**
 * Parses a claim of the token for display only; the server decides access. It is written by hand, because the landing
 * page loads no schema library.
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
