import type { AuthBackend } from './auth-backend.ts';

let connecting: Promise<AuthBackend> | null = null;

/** The auth client, loaded on first use: the landing page needs it only after a click. */
export function authBackend(): Promise<AuthBackend> {
  connecting ??= import('./supabase-backend.ts')
    .then((module) => module.connectSupabase())
    .catch((failure: unknown) => {
      connecting = null;
      throw failure;
    });
  return connecting;
}
