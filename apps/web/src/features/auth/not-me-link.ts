import { ANNOUNCED_CHANGES } from '@vigia/contract';
import { z } from 'zod';

/** The changes that a link 'No fui yo' names; `old_address`: the mail went to the address before a change. */
const KINDS = [...ANNOUNCED_CHANGES, 'old_address'] as const;
export type ObjectionKind = (typeof KINDS)[number];

/** A link 'No fui yo', as the mail has it in the fragment, which no server sees. */
const NotMeLink = z
  .object({
    token: z.string().min(1).max(128),
    kind: z.enum(KINDS).nullable().catch(null),
    hosted: z.string().optional(),
  })
  // A hosted project keeps the sessions, and only there they can be ended.
  .transform(({ token, kind, hosted }) => ({ token, kind, isHosted: hosted === '1' }));
export type NotMeLink = z.output<typeof NotMeLink>;

/** Returns the link of this visit; null without one. */
export function readNotMeLink(): NotMeLink | null {
  const fragment = Object.fromEntries(new URLSearchParams(window.location.hash.slice(1)));
  return NotMeLink.safeParse(fragment).data ?? null;
}
