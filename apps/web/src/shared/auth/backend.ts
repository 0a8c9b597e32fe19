import { ProofKeeper } from '#shared/lib/proof-keeper.ts';
import type { AuthBackend } from './auth-backend.ts';

/** The person's fresh proof in this tab, for the auth client and the API client. */
export const PROOFS = new ProofKeeper();

let connecting: Promise<AuthBackend> | null = null;

/** Returns the auth client, which is loaded on first use: the landing page needs it only after a click. */
export function authBackend(): Promise<AuthBackend> {
  connecting ??= import('./supabase-backend.ts')
    .then((module) => module.connectSupabase(PROOFS))
    .catch((failure: unknown) => {
      connecting = null;
      throw failure;
    });
  return connecting;
}
