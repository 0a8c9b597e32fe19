import { useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { rememberLinkAddress } from '#shared/auth/mailed-address.ts';
import { hideMailedLink, isRequestedHere, MAILED_LINK, type MailedLink, openMailedLink } from './mailed-link.ts';

/**
 * State of the emailed link with which a visit started. `opening`: this browser requested the link, so the link opens
 * without a click. `waiting`: the link is unused, because another browser requested it or the server did not respond.
 */
export type MailedLinkState =
  | { readonly step: 'none' | 'opening' }
  | {
      readonly step: 'waiting';
      readonly link: MailedLink;
      readonly isHere: boolean;
      readonly failure: unknown;
      readonly open: () => Promise<void>;
    };

type Tried = { readonly isHere: boolean; readonly failure: unknown };

let firstTry: Promise<Tried> | null = null;

/** Opens the link at the first mount only. A second mount, as in React's strict mode, must not use the link again. */
const tryOnce = (link: MailedLink, userId: string | null): Promise<Tried> => (firstTry ??= tryHere(link, userId));

async function tryHere(link: MailedLink, userId: string | null): Promise<Tried> {
  const isHere = await isRequestedHere(link, userId);
  return { isHere, failure: isHere ? await failureOf(link) : null };
}

const failureOf = (link: MailedLink): Promise<unknown> =>
  openMailedLink(link).then(
    () => null,
    (failure: unknown) => failure,
  );

/**
 * Returns the emailed link with which this visit started, and its state. If this browser requested the link, the hook
 * opens it. Otherwise the user must click.
 */
export function useMailedLink(): MailedLinkState {
  const { loading, user } = useAuth();
  const userId = user?.id ?? null;
  const [tried, setTried] = useState<Tried | null>(null);
  useEffect(() => {
    if (MAILED_LINK === null) return;
    rememberLinkAddress(MAILED_LINK.email);
    hideMailedLink();
  }, []);
  useEffect(() => {
    if (MAILED_LINK === null || loading) return;
    void tryOnce(MAILED_LINK, userId).then(setTried);
  }, [loading, userId]);
  if (MAILED_LINK === null) return { step: 'none' };
  if (tried === null || (tried.isHere && tried.failure === null)) return { step: 'opening' };
  const link = MAILED_LINK;
  const open = async () => {
    setTried(null);
    const failure = await failureOf(link);
    // After a success the browser is already loading the next page, so the hook only stores failures.
    if (failure !== null) setTried({ ...tried, failure });
  };
  return { step: 'waiting', link, ...tried, open };
}
