import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountSafety } from '@vigia/contract';
import { Ban } from 'lucide-react';
import { safetyQuery } from '#shared/lib/account-safety.ts';
import { countryName } from '#shared/lib/country-name.ts';
import { formatDate } from '#shared/lib/format.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { Note } from '#shared/ui/note.tsx';
import { realMoneyMessages } from './messages.es.ts';

const words = realMoneyMessages.ban;

type Banned = { readonly ban: NonNullable<AccountSafety['ban']>; readonly country: string };

/**
 * Returns the legal ban of binary options in the user's declared country. Returns null if there is none, or while it is
 * unknown.
 */
function useBan(): Banned | null {
  const { data } = useQuery(safetyQuery());
  return data?.ban && data.country !== null ? { ban: data.ban, country: data.country } : null;
}

/**
 * Names the authority that bans binary options in the user's country, with date and source. Renders nothing without a
 * ban.
 */
export function BanNote({ className = '' }: { readonly className?: string }) {
  const banned = useBan();
  if (banned === null) return null;
  const { ban, country } = banned;
  return (
    <Note icon={Ban} tone="error" className={className}>
      <b>{words.title(countryName(country))}</b>
      <span>{words.text(ban.authority, formatDate(ban.since))}</span>
      <span className="text-12 wrap-anywhere text-fg-2">{words.source(ban.source)}</span>
    </Note>
  );
}

/** Names the ban in the user's country in one line, with a link to the details. Renders nothing without a ban. */
export function BanSummary() {
  const banned = useBan();
  if (banned === null) return null;
  return (
    <p className="text-12 text-fg-2">
      {words.line(countryName(banned.country), banned.ban.authority)}{' '}
      <Link to={PATHS.settings} hash="dinero-real" className="text-accent underline">
        {words.more}
      </Link>
    </p>
  );
}
