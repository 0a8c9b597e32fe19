import { CHANGES_WITH_UNDO_LINK } from '@vigia/contract';
import { z } from 'zod';

/**
 * The changes that a link 'No fui yo' (it was not me) can report. `old_address`: the mail went to the address that was
 * replaced.
 */
const KINDS = [...CHANGES_WITH_UNDO_LINK, 'old_address'] as const;
export type ObjectionKind = (typeof KINDS)[number];

/** A link 'No fui yo' (it was not me). Its data is in the URL fragment, which browsers do not send to servers. */
const NotMeLink = z
  .object({
    token: z.string().min(1).max(128),
    kind: z.enum(KINDS).nullable().catch(null),
    hosted: z.string().optional(),
  })
  // If a hosted project stores the users, only the hosted auth service can end sessions.
  .transform(({ token, kind, hosted }) => ({ token, kind, isHosted: hosted === '1' }));
export type NotMeLink = z.output<typeof NotMeLink>;

/** Returns the link of this visit, or null. */
export function readNotMeLink(): NotMeLink | null {
  const fragment = Object.fromEntries(new URLSearchParams(window.location.hash.slice(1)));
  return NotMeLink.safeParse(fragment).data ?? null;
}
