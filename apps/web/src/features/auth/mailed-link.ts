import { z } from 'zod';
import { authFailure } from '#shared/auth/auth-failure.ts';
import { AUTH_STORAGE_KEY } from '#shared/auth/stored-session.ts';
import { readLocal } from '#shared/lib/local-values.ts';

/** An emailed link that is not used yet. The server puts its data into the URL fragment (docs/spec/auth.md §2). */
const MailedLink = z
  .object({
    link: z.string().min(1),
    kind: z.enum(['signup', 'recovery', 'email_change']),
    user: z.string().min(1),
    email: z.string().min(1),
    challenge: z.string().min(1),
    to: z.string().min(1),
  })
  .transform(({ link, ...rest }) => ({ token: link, ...rest }));
export type MailedLink = z.output<typeof MailedLink>;

function readMailedLink(): MailedLink | null {
  const fragment = Object.fromEntries(new URLSearchParams(window.location.hash.slice(1)));
  return MailedLink.safeParse(fragment).data ?? null;
}

/**
 * The emailed link with which this visit started, or null. The module reads it at load time, because the app removes
 * the fragment afterwards.
 */
export const MAILED_LINK: MailedLink | null = readMailedLink();

/** Removes the link from the address bar and from the history of this tab. */
export function hideMailedLink(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
}

const Verifier = z.string().transform((value) => value.replace(/\/recovery$/, ''));

/** Returns the PKCE code verifier that the auth client stored for its last request, or null. */
function storedVerifier(): string | null {
  try {
    return Verifier.safeParse(JSON.parse(readLocal(`${AUTH_STORAGE_KEY}-code-verifier`) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns true if this browser requested the link. Only then its verifier matches the challenge (RFC 7636 §4.2). A link
 * for a change of address also counts if its user is signed in here, because the auth client deletes the verifier when
 * it renews the session.
 * @param userId the signed-in user of this browser; null if there is none
 */
export async function isRequestedHere({ kind, user, challenge }: MailedLink, userId: string | null): Promise<boolean> {
  if (kind === 'email_change' && user === userId) return true;
  const verifier = storedVerifier();
  if (verifier === null || !window.isSecureContext) return false;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const encoded = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === challenge;
}

/**
 * Uses the link and opens the URL to which it leads.
 * @throws AuthFailure if the server refuses the request
 * @throws TypeError if the server does not respond; the link is then still unused
 */
export async function openMailedLink({ token, kind, to }: MailedLink): Promise<void> {
  const query = new URLSearchParams({ token, type: kind, redirect_to: to });
  const answer = await fetch(`/auth/v1/verify?${query}`);
  if (!answer.ok) throw authFailure({ status: answer.status }, retryAfterOf(answer));
  window.location.replace(answer.url);
}

const retryAfterOf = ({ headers }: Response): number | null => Number(headers.get('retry-after')) || null;
