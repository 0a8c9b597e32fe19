import type { AuthBackend } from './auth-backend.ts';

let connecting: Promise<AuthBackend> | null = null;

/** The auth client, fetched on first need: the landing page does without it until someone clicks. */
export function authBackend(): Promise<AuthBackend> {
  connecting ??= import('./supabase-backend.ts')
    .then((module) => module.connectSupabase())
    .catch((failure: unknown) => {
      connecting = null;
      throw failure;
    });
  return connecting;
}
