import { ProofKeeper } from '#shared/lib/proof-keeper.ts';
import type { AuthBackend } from './auth-backend.ts';

/** Stores the user's re-authentication proof in this tab. The auth client and the API client share it. */
export const PROOF_KEEPER = new ProofKeeper();

let connecting: Promise<AuthBackend> | null = null;

/** Returns the auth client. Its code loads on first use, because the landing page needs it only after a click. */
export function authBackend(): Promise<AuthBackend> {
  connecting ??= import('./supabase-backend.ts')
    .then((module) => module.connectSupabase(PROOF_KEEPER))
    .catch((failure: unknown) => {
      connecting = null;
      throw failure;
    });
  return connecting;
}
