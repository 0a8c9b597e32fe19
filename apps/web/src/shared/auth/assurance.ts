import type { Session } from '@supabase/supabase-js';
import { z } from 'zod';

const Claims = z.object({
  aal: z.string().optional(),
  amr: z.array(z.object({ method: z.string() })).optional(),
});

/** True while a session was opened by password or mail alone although its owner has set up a second factor. */
export const needsSecondFactor = (session: Session): boolean =>
  claimsOf(session).aal === 'aal1' && (session.user.factors ?? []).some((factor) => factor.status === 'verified');

/** True for a session that began with a recovery mail: it may set a password without the current one. */
export const cameByRecovery = (session: Session): boolean =>
  (claimsOf(session).amr ?? []).some((proof) => proof.method === 'recovery');

/** Read for the screen only; what it allows is decided by the server. */
function claimsOf(session: Session): z.infer<typeof Claims> {
  try {
    const [, payload = ''] = session.access_token.split('.');
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
    return Claims.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}
