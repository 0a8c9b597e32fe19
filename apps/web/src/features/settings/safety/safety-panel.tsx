import { useQuery } from '@tanstack/react-query';
import type { AccountSafety } from '@vigia/contract';
import { Ban, CircleCheck, CircleDashed } from 'lucide-react';
import { Note } from '#shared/ui/note.tsx';
import { Loaded } from '../loaded.tsx';
import { onDay } from '../moments.ts';
import { NeedsAccount } from '../needs-account.tsx';
import { Section } from '../section.tsx';
import { countryName } from './countries.ts';
import { DeclarationForm } from './declaration-form.tsx';
import { OBSTACLE_WORDS, safetyMessages as words } from './messages.es.ts';
import { safetyQuery } from './queries.ts';
import { SelfExclusion } from './self-exclusion.tsx';

/** What stands between the person and real money, and the door he can close himself. */
export function SafetyPanel({ anonymous }: { readonly anonymous: boolean }) {
  return <Section id="dinero-real">{anonymous ? <NeedsAccount text={words.needsAccount} /> : <Safety />}</Section>;
}

function Safety() {
  const safety = useQuery(safetyQuery);
  return (
    <Loaded query={safety} rows={3}>
      {(data) => (
        <>
          {data.ban && <BanNote ban={data.ban} country={data.country} />}
          <Obstacles obstacles={data.obstacles} />
          {/* Another declaration, from here or elsewhere, starts the form afresh. */}
          <DeclarationForm key={data.declared_at} safety={data} />
          <SelfExclusion safety={data} />
        </>
      )}
    </Loaded>
  );
}

type BanNoteProps = { readonly ban: NonNullable<AccountSafety['ban']>; readonly country: string | null };

function BanNote({ ban, country }: BanNoteProps) {
  return (
    <Note icon={Ban} tone="error" className="m-4 mb-0">
      <b>{words.ban.title(country ? countryName(country) : words.ban.yourCountry)}</b>
      <span>{words.ban.text(ban.authority, banDay(ban.since))}</span>
      <span className="text-12 wrap-anywhere text-fg-2">{words.ban.source(ban.source)}</span>
    </Note>
  );
}

/** A date without a time is a day of the calendar, not an instant: noon keeps it the same day in every zone but two. */
const banDay = (since: string): string => onDay(since.length === 10 ? `${since}T12:00:00Z` : since);

function Obstacles({ obstacles }: Pick<AccountSafety, 'obstacles'>) {
  if (obstacles.length === 0) {
    return (
      <p className="flex items-center gap-2 p-4 text-13">
        <CircleCheck size={16} className="shrink-0 text-ok" aria-hidden />
        {words.ready}
      </p>
    );
  }
  return (
    <div className="grid gap-2 p-4 text-13">
      <p className="font-medium">{words.missing}</p>
      <ul className="grid gap-1.5 text-fg-2">
        {obstacles.map((obstacle) => (
          <li key={obstacle} className="flex items-start gap-2">
            <CircleDashed size={14} className="mt-0.5 shrink-0 text-warn" aria-hidden />
            {OBSTACLE_WORDS[obstacle]}
          </li>
        ))}
      </ul>
    </div>
  );
}
